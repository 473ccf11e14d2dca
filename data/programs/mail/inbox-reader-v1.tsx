/**
 * Reads a simple list of the messages of an email inbox.
 *
 * Kept for pieces that import it; new work takes `mail/inbox-reader.tsx`, which
 * reports loading and failure and bounds the number of rows.
 * @deprecated
 * #mail #inbox #reader
 */
import { computed, NAME, pattern, type SqliteDb } from "commonfabric";

interface Row {
  sender: string;
  subject: string;
  date: string;
}

export interface OldInboxInput {
  mail: SqliteDb;
}

export interface OldInboxOutput {
  [NAME]: string;
  /** Inbox messages in no particular order. */
  messages: Row[];
}

const OLD_SQL = `
  SELECT m.sender AS sender, m.subject AS subject, m.sent_at AS date
  FROM messages AS m
  JOIN message_labels AS l ON l.message_id = m.id
  WHERE l.label = 'INBOX'
`;

const OldInboxReader = pattern<OldInboxInput, OldInboxOutput>(({ mail }) => {
  const rows = mail.query<Row>(OLD_SQL);
  return {
    [NAME]: "Inbox reader (old)",
    messages: computed(() => rows.result ?? []),
  };
});

export default OldInboxReader;
