/**
 * Shows messages as a simple list: sender, subject, snippet and date.
 *
 * It keeps the order that it is given and reads no mail itself.
 * #mail #messages #list #renderer
 */
import { computed, Default, NAME, pattern, UI, type VNode } from "commonfabric";

/** What a line of the list shows. */
export interface ListedMessage {
  sender: string;
  subject: string;
  snippet: string;
  /** When it was sent: ISO 8601, UTC. */
  date: string;
}

export interface MessageListInput {
  /** The messages to show, in this order. */
  messages: ListedMessage[];
  /** Heading over the list. */
  title: string | Default<"Messages">;
  /** Said when there is no message. */
  emptyText: string | Default<"No messages.">;
}

export interface MessageListOutput {
  [NAME]: string;
  [UI]: VNode;
  /** How many messages are shown. */
  count: number;
}

export default pattern<MessageListInput, MessageListOutput>(
  ({ messages, title, emptyText }) => {
    const count = computed(() => messages.length);
    const isEmpty = computed(() => messages.length === 0);

    return {
      [NAME]: computed(() => `${title} (${count})`),
      [UI]: (
        <cf-vstack gap="2">
          <cf-heading level={2}>{title}</cf-heading>
          {isEmpty ? <cf-text tone="muted">{emptyText}</cf-text> : null}
          {messages.map((message) => (
            <cf-card>
              <cf-hstack justify="between">
                <strong>{message.sender}</strong>
                <small>{message.date}</small>
              </cf-hstack>
              <div>{message.subject}</div>
              <cf-text tone="muted">{message.snippet}</cf-text>
            </cf-card>
          ))}
        </cf-vstack>
      ),
      count,
    };
  },
);
