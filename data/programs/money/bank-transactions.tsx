/**
 * Reads the transactions of a granted bank database, latest booking first.
 *
 * Amounts are whole cents; what was paid out is negative. Transactions that the
 * bank has only announced are left out.
 * #bank #transactions #payments #reader #sqlite
 */
import { computed, Default, NAME, pattern, type SqliteDb } from "commonfabric";

/** One booked transaction. */
export interface BankTransaction {
  id: string;
  /** Day of booking: YYYY-MM-DD. */
  date: string;
  /** Who was paid, or who paid. */
  payee: string;
  /** Amount in cents; negative when paid out. */
  amountCents: number;
  /** The bank's own category; empty if it has none. */
  category: string;
}

export interface BankTransactionsInput {
  /** Bank database with the table `transactions`. */
  bank: SqliteDb;
  /** The most transactions to return. */
  limit: number | Default<500>;
}

export interface BankTransactionsOutput {
  [NAME]: string;
  /** Booked transactions, latest first, at most `limit`. */
  transactions: BankTransaction[];
  /** True until the first answer. */
  pending: boolean;
  /** Why the query failed; empty if it did not. */
  error: string;
}

const BOOKED_SQL = `
  SELECT id, booked_on AS date, payee, amount_cents AS amountCents,
         coalesce(category, '') AS category
  FROM transactions
  WHERE status = 'booked'
  ORDER BY booked_on DESC, id
  LIMIT :limit
`;

const BankTransactions = pattern<BankTransactionsInput, BankTransactionsOutput>(
  ({ bank, limit }) => {
    const booked = bank.query<BankTransaction>(BOOKED_SQL, {
      params: { limit },
      reactOn: bank,
    });

    return {
      [NAME]: "Bank transactions",
      transactions: computed(() => booked.result ?? []),
      pending: computed(() => booked.pending),
      error: computed(() => booked.error ? String(booked.error) : ""),
    };
  },
);

export default BankTransactions;
