/**
 * An expense diary: note what was spent on which day and for what, and see the
 * total of each category and of all.
 *
 * Amounts are in dollars. It knows one currency and no budget.
 * #expenses #spending #categories #app
 */
import {
  action,
  computed,
  Default,
  NAME,
  pattern,
  Stream,
  UI,
  type VNode,
  Writable,
} from "commonfabric";

/** One expense. */
export interface Expense {
  /** Day: YYYY-MM-DD. */
  day: string;
  what: string;
  category: string | Default<"other">;
  /** Amount in dollars. */
  dollars: number;
}

/** The sum of a category. */
export interface CategoryTotal {
  category: string;
  /** Sum in dollars. */
  dollars: number;
}

export interface ExpenseTrackerInput {
  expenses?: Writable<Expense[] | Default<[]>>;
}

export interface ExpenseTrackerOutput {
  [NAME]: string;
  [UI]: VNode;
  expenses: Expense[];
  /** Sums by category, largest first. */
  byCategory: CategoryTotal[];
  /** Sum of all expenses in dollars. */
  totalDollars: number;
  addExpense: Stream<Expense>;
  removeExpense: Stream<{ expense: Expense }>;
}

export default pattern<ExpenseTrackerInput, ExpenseTrackerOutput>(
  ({ expenses }) => {
    const day = new Writable("");
    const what = new Writable("");
    const category = new Writable("other");
    const amount = new Writable("");

    const addExpense = action((expense: Expense) => {
      expenses.push(expense);
    });
    const addTyped = action(() => {
      const dollars = Number(amount.get());
      if (!what.get().trim() || !(dollars > 0)) return;
      expenses.push({
        day: day.get(),
        what: what.get().trim(),
        category: category.get(),
        dollars,
      });
      what.set("");
      amount.set("");
    });
    const removeExpense = action(({ expense }: { expense: Expense }) => {
      expenses.remove(expense);
    });

    const byCategory = computed(() => {
      const sums = new Map<string, number>();
      for (const expense of expenses.get()) {
        const sum = sums.get(expense.category) ?? 0;
        sums.set(expense.category, sum + expense.dollars);
      }
      return [...sums]
        .map(([category, dollars]) => ({ category, dollars }))
        .sort((a, b) => b.dollars - a.dollars);
    });
    const totalDollars = computed(() =>
      expenses.get().reduce((sum, expense) => sum + expense.dollars, 0)
    );
    const totalText = computed(() => totalDollars.toFixed(2));

    return {
      [NAME]: computed(() => `Expenses: $${totalText}`),
      [UI]: (
        <cf-screen>
          <cf-hstack gap="2">
            <cf-input type="date" $value={day} />
            <cf-input $value={what} placeholder="What for" />
            <cf-input $value={category} placeholder="Category" />
            <cf-input type="number" $value={amount} placeholder="Dollars" />
            <cf-button onClick={addTyped}>Add</cf-button>
          </cf-hstack>
          {expenses.map((expense) => (
            <cf-hstack justify="between">
              <span>{expense.day} {expense.what} ({expense.category})</span>
              <span>${expense.dollars}</span>
              <cf-button
                variant="ghost"
                onClick={() => removeExpense.send({ expense })}
              >
                Remove
              </cf-button>
            </cf-hstack>
          ))}
          <cf-heading level={3}>By category</cf-heading>
          {byCategory.map((sum) => <div>{sum.category}: ${sum.dollars}</div>)}
          <strong>Total: ${totalText}</strong>
        </cf-screen>
      ),
      expenses,
      byCategory,
      totalDollars,
      addExpense,
      removeExpense,
    };
  },
);
