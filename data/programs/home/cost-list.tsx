/**
 * A part: a list of what things cost, with the total of all costs.
 *
 * Costs are in dollars and stay exact to the cent. It has no categories and no
 * dates; `money/expense-tracker.tsx` has both.
 * #costs #total #sum #part
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

/** What one thing costs. */
export interface Cost {
  label: string;
  /** Price in dollars. */
  dollars: number;
}

export interface CostListInput {
  /** The costs; share the cell to read them elsewhere. */
  costs?: Writable<Cost[] | Default<[]>>;
  /** Heading over the list. */
  title?: string | Default<"Costs">;
}

export interface CostListOutput {
  [NAME]: string;
  [UI]: VNode;
  costs: Cost[];
  /** Sum of all costs in dollars, exact to the cent. */
  totalDollars: number;
  addCost: Stream<{ label: string; dollars: number }>;
}

export default pattern<CostListInput, CostListOutput>(({ costs, title }) => {
  const label = new Writable("");
  const price = new Writable("");

  const addCost = action((cost: { label: string; dollars: number }) => {
    costs.push({ label: cost.label, dollars: cost.dollars });
  });
  const addTyped = action(() => {
    const dollars = Number(price.get());
    if (!label.get().trim() || !(dollars >= 0)) return;
    addCost.send({ label: label.get().trim(), dollars });
    label.set("");
    price.set("");
  });
  const totalDollars = computed(() =>
    costs.get().reduce((sum, cost) => sum + Math.round(cost.dollars * 100), 0) /
    100
  );

  return {
    [NAME]: computed(() => `${title}: $${totalDollars}`),
    [UI]: (
      <cf-vstack gap="2">
        <cf-heading level={3}>{title}</cf-heading>
        {costs.map((cost) => (
          <cf-hstack justify="between">
            <span>{cost.label}</span>
            <span>${cost.dollars}</span>
          </cf-hstack>
        ))}
        <cf-hstack gap="2">
          <cf-input $value={label} placeholder="What" />
          <cf-input type="number" step="0.01" $value={price} placeholder="Dollars" />
          <cf-button onClick={addTyped}>Add cost</cf-button>
        </cf-hstack>
        <strong>Total: ${totalDollars}</strong>
      </cf-vstack>
    ),
    costs,
    totalDollars,
    addCost,
  };
});
