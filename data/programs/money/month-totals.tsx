/**
 * Totals amounts by month and shows them as a table, latest month first.
 *
 * Takes anything with a date and an amount in cents, such as bank transactions.
 * Amounts paid out and paid in are summed apart.
 * #money #totals #monthly #spending
 */
import { computed, NAME, pattern, UI, type VNode } from "commonfabric";

/** What is summed. */
export interface DatedAmount {
  /** Day: YYYY-MM-DD. */
  date: string;
  /** Amount in cents; negative when paid out. */
  amountCents: number;
}

/** One month of the table. */
export interface MonthTotal {
  /** YYYY-MM. */
  month: string;
  /** Sum of what was paid out, in cents, as a positive number. */
  spentCents: number;
  /** Sum of what came in, in cents. */
  receivedCents: number;
}

export interface MonthTotalsInput {
  /** Amounts in any order. */
  transactions: DatedAmount[];
}

export interface MonthTotalsOutput {
  [NAME]: string;
  [UI]: VNode;
  /** Totals by month, latest month first. */
  totals: MonthTotal[];
}

/** The totals of *amounts* by month, latest month first. */
export function totalsByMonth(amounts: readonly DatedAmount[]): MonthTotal[] {
  const byMonth = new Map<string, MonthTotal>();
  for (const { date, amountCents } of amounts) {
    const month = date.slice(0, 7);
    const total = byMonth.get(month) ??
      { month, spentCents: 0, receivedCents: 0 };
    if (amountCents < 0) total.spentCents -= amountCents;
    else total.receivedCents += amountCents;
    byMonth.set(month, total);
  }
  return [...byMonth.values()].sort((a, b) => b.month.localeCompare(a.month));
}

export default pattern<MonthTotalsInput, MonthTotalsOutput>(
  ({ transactions }) => {
    const totals = computed(() => totalsByMonth(transactions));

    return {
      [NAME]: "Totals by month",
      [UI]: (
        <table>
          <thead>
            <tr>
              <th>Month</th>
              <th>Spent</th>
              <th>Received</th>
            </tr>
          </thead>
          <tbody>
            {totals.map((total) => (
              <tr>
                <td>{total.month}</td>
                <td>{(total.spentCents / 100).toFixed(2)}</td>
                <td>{(total.receivedCents / 100).toFixed(2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ),
      totals,
    };
  },
);
