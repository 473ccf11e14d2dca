import { computed, NAME, pattern, type SqliteDb, UI, type VNode } from "commonfabric";
import InboxReader from "cf:pattern:GcAR4wNc8UzZWPr06jzK2aI3IyuvUkBiKXOxYq9oImM";

interface InboxCountInput {
  mail: SqliteDb;
}

interface InboxCountOutput {
  [NAME]: string;
  [UI]: VNode;
  count: number;
}

export const InboxCount = pattern<InboxCountInput, InboxCountOutput>(({ mail }) => {
  const inbox = InboxReader({ mail, limit: 20 });
  const count = computed(() => inbox.mesages.length);
  return {
    [NAME]: "Inbox count",
    [UI]: <p>{inbox.pending ? "Loading" : count} in the inbox</p>,
    count,
  };
});

export default InboxCount;
