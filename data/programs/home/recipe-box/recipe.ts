/** What a recipe is. */

/** One line of a recipe's ingredients. */
export interface Ingredient {
  name: string;
  /** How much, in the unit given. */
  amount: number;
  /** Unit of the amount, such as "g"; empty for pieces. */
  unit: string;
}

/** A recipe for a number of people. */
export interface Recipe {
  title: string;
  /** For how many people the amounts are. */
  serves: number;
  ingredients: Ingredient[];
  steps: string[];
}
