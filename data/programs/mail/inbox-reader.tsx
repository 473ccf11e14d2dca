/**
 * Reads the inbox out of a granted mail database, newest message first.
 *
 * Only members of the inbox are read: archived mail has lost its INBOX label and
 * stays out. Bodies are not read; `snippet` is the opening text of the message.
 * #mail #inbox #reader #sqlite
 */
import { computed, Default, NAME, pattern, type SqliteDb } from "commonfabric";

/** One message of the inbox. */
export interface InboxMessage {
  id: string;
  /** Address or name that the message came from. */
  sender: string;
  subject: string;
  /** Opening text of the message. */
  snippet: string;
  /** When it was sent: ISO 8601, UTC. */
  date: string;
}

export interface InboxReaderInput {
  /** Mail database with the tables `messages` and `message_labels`. */
  mail: SqliteDb;
  /** The most messages to return. */
  limit: number | Default<50>;
}

export interface InboxReaderOutput {
  [NAME]: string;
  /** Messages in the inbox, newest first, at most `limit`. */
  messages: InboxMessage[];
  /** True until the first answer. */
  pending: boolean;
  /** Why the query failed; empty if it did not. */
  error: string;
}

const INBOX_SQL = `
  SELECT m.id AS id, m.sender AS sender, m.subject AS subject,
         m.snippet AS snippet, m.sent_at AS date
  FROM messages AS m
  JOIN message_labels AS l ON l.message_id = m.id
  WHERE l.label = 'INBOX'
  ORDER BY m.sent_at DESC, m.id
  LIMIT :limit
`;

const InboxReader = pattern<InboxReaderInput, InboxReaderOutput>(
  ({ mail, limit }) => {
    const inbox = mail.query<InboxMessage>(INBOX_SQL, {
      params: { limit },
      reactOn: mail,
    });

    return {
      [NAME]: "Inbox reader",
      messages: computed(() => inbox.result ?? []),
      pending: computed(() => inbox.pending),
      error: computed(() => inbox.error ? String(inbox.error) : ""),
    };
  },
);

export default InboxReader;
