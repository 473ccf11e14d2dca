/**
 * Shows the latest message of each sender, through the indexed message list.
 *
 * The messages come in from elsewhere, newest first; older ones of a sender are
 * counted and not shown.
 * #mail #senders #digest
 */
import { computed, NAME, pattern, UI, type VNode } from "commonfabric";
import MessageList, {
  type ListedMessage,
} from "cf:pattern:idZjTvCBvWf_CFSVes4chDk-RzzT-lEP4ZZWeUqz7k4";

export interface LatestBySenderInput {
  /** Messages, newest first. */
  messages: ListedMessage[];
}

export interface LatestBySenderOutput {
  [NAME]: string;
  [UI]: VNode;
  /** The first message of each sender, in the order given. */
  latest: ListedMessage[];
  /** How many messages of these senders are not shown. */
  olderCount: number;
}

export default pattern<LatestBySenderInput, LatestBySenderOutput>(
  ({ messages }) => {
    const latest = computed(() => {
      const seen = new Set<string>();
      return messages.filter((message) => {
        const isFirst = !seen.has(message.sender);
        seen.add(message.sender);
        return isFirst;
      });
    });
    const olderCount = computed(() => messages.length - latest.length);
    const list = MessageList({
      messages: latest,
      title: "Latest of each sender",
      emptyText: "Nobody has written.",
    });

    return {
      [NAME]: "Latest of each sender",
      [UI]: (
        <cf-vstack gap="2">
          {list}
          <cf-text tone="muted">{olderCount} older messages not shown</cf-text>
        </cf-vstack>
      ),
      latest,
      olderCount,
    };
  },
);
