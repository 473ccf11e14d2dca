/**
 * Reads the unread messages of the inbox out of a granted mail database, newest
 * first. A message that was read, or has left the inbox, is not returned.
 * #mail #inbox #unread #reader #sqlite
 */
import { computed, Default, NAME, pattern, type SqliteDb } from "commonfabric";

/** One unread message. */
export interface UnreadMessage {
  id: string;
  sender: string;
  subject: string;
  /** Opening text of the message. */
  snippet: string;
  /** When it was sent: ISO 8601, UTC. */
  date: string;
}

export interface UnreadMailInput {
  /** Mail database with the tables `messages` and `message_labels`. */
  mail: SqliteDb;
  /** The most messages to return. */
  limit: number | Default<50>;
}

export interface UnreadMailOutput {
  [NAME]: string;
  /** Unread members of the inbox, newest first, at most `limit`. */
  messages: UnreadMessage[];
  /** True until the first answer. */
  pending: boolean;
  /** Why the query failed; empty if it did not. */
  error: string;
}

const UNREAD_SQL = `
  SELECT m.id AS id, m.sender AS sender, m.subject AS subject,
         m.snippet AS snippet, m.sent_at AS date
  FROM messages AS m
  WHERE m.unread = 1
    AND m.id IN (SELECT message_id FROM message_labels WHERE label = 'INBOX')
  ORDER BY m.sent_at DESC, m.id
  LIMIT :limit
`;

const UnreadMail = pattern<UnreadMailInput, UnreadMailOutput>(
  ({ mail, limit }) => {
    const unread = mail.query<UnreadMessage>(UNREAD_SQL, {
      params: { limit },
      reactOn: mail,
    });

    return {
      [NAME]: "Unread mail",
      messages: computed(() => unread.result ?? []),
      pending: computed(() => unread.pending),
      error: computed(() => unread.error ? String(unread.error) : ""),
    };
  },
);

export default UnreadMail;
