/**
 * Lists the headers of the mail that arrived in the current month.
 *
 * Headers only: there is no snippet and no body. Nothing before the first day
 * of this month is read, and archived mail is listed with the rest, so this is
 * no inbox.
 * #mail #headers #monthly #reader #sqlite
 */
import { computed, NAME, pattern, type SqliteDb } from "commonfabric";

/** The header lines of one message. */
export interface MessageHeader {
  id: string;
  sender: string;
  subject: string;
  /** When it was sent: ISO 8601, UTC. */
  date: string;
}

export interface MonthHeadersInput {
  /** Mail database with the table `messages`. */
  mail: SqliteDb;
}

export interface MonthHeadersOutput {
  [NAME]: string;
  /** Headers of this month's mail, newest first, at most 200. */
  headers: MessageHeader[];
  pending: boolean;
  /** Why the query failed; empty if it did not. */
  error: string;
}

const MONTH_SQL = `
  SELECT id, sender, subject, sent_at AS date
  FROM messages
  WHERE strftime('%Y-%m', sent_at) = strftime('%Y-%m', 'now')
  ORDER BY sent_at DESC, id
  LIMIT 200
`;

const MonthHeaders = pattern<MonthHeadersInput, MonthHeadersOutput>(
  ({ mail }) => {
    const month = mail.query<MessageHeader>(MONTH_SQL, { reactOn: mail });

    return {
      [NAME]: "Mail headers of this month",
      headers: computed(() => month.result ?? []),
      pending: computed(() => month.pending),
      error: computed(() => month.error ? String(month.error) : ""),
    };
  },
);

export default MonthHeaders;
