/**
 * A mock-up of an inbox with three made-up messages, for trying out a layout.
 * It reads no mail at all.
 * #demo #mockup
 */
import { NAME, pattern, UI } from "commonfabric";

const SAMPLE_MESSAGES = [
  { sender: "Somebody", subject: "A first subject", date: "2025-05-05" },
  { sender: "Somebody else", subject: "A second subject", date: "2025-05-04" },
  { sender: "Nobody", subject: "A third subject", date: "2025-05-03" },
];

export default pattern<Record<string, never>>(() => {
  return {
    [NAME]: "Inbox mock-up",
    [UI]: (
      <cf-vstack gap="1">
        {SAMPLE_MESSAGES.map((message) => (
          <div>
            <strong>{message.sender}</strong> {message.subject} ({message.date})
          </div>
        ))}
      </cf-vstack>
    ),
    messages: SAMPLE_MESSAGES,
  };
});
