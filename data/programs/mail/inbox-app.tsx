/**
 * A whole inbox: reads a granted mail database and shows its inbox as a list.
 *
 * Says when it is loading, when the query failed and when there is no mail.
 * It only reads: no sending, no archiving, no search.
 * #mail #inbox #app
 */
import {
  computed,
  Default,
  NAME,
  pattern,
  type SqliteDb,
  UI,
  type VNode,
} from "commonfabric";
import InboxReader from "./inbox-reader.tsx";
import MessageList from "./message-list.tsx";

export interface InboxAppInput {
  /** Mail database with the tables `messages` and `message_labels`. */
  mail: SqliteDb;
  /** The most messages to show. */
  limit: number | Default<50>;
}

export interface InboxAppOutput {
  [NAME]: string;
  [UI]: VNode;
  /** How many messages are shown. */
  count: number;
}

const InboxApp = pattern<InboxAppInput, InboxAppOutput>(({ mail, limit }) => {
  const inbox = InboxReader({ mail, limit });
  const list = MessageList({
    messages: inbox.messages,
    title: "Inbox",
    emptyText: "The inbox is empty.",
  });
  const isPending = computed(() => inbox.pending);
  const failure = computed(() => inbox.error);
  const isReady = computed(() => !inbox.pending && inbox.error === "");

  return {
    [NAME]: computed(() => `Inbox (${list.count})`),
    [UI]: (
      <cf-screen>
        {isPending ? <cf-loader /> : null}
        {failure
          ? <cf-alert status="error">Mail cannot be read: {failure}</cf-alert>
          : null}
        {isReady ? list : null}
      </cf-screen>
    ),
    count: list.count,
  };
});

export default InboxApp;
