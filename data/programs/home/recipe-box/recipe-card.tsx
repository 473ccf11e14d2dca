/** The card of one recipe. */
import { computed, NAME, pattern, UI, type VNode } from "commonfabric";
import type { Recipe } from "./recipe.ts";

export interface RecipeCardOutput {
  [NAME]: string;
  [UI]: VNode;
}

/** One recipe with its ingredients and steps. */
export const RecipeCard = pattern<{ recipe: Recipe }, RecipeCardOutput>(
  ({ recipe }) => ({
    [NAME]: computed(() => recipe.title),
    [UI]: (
      <cf-card>
        <cf-heading level={3}>{recipe.title}</cf-heading>
        <ul>
          {recipe.ingredients.map((ingredient) => (
            <li>
              {ingredient.amount} {ingredient.unit} {ingredient.name}
            </li>
          ))}
        </ul>
        <ol>{recipe.steps.map((step) => <li>{step}</li>)}</ol>
      </cf-card>
    ),
  }),
);
