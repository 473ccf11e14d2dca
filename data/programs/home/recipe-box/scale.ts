/** Scaling of recipes to the people at the table. */
import type { Recipe } from "./recipe.ts";

/** *recipe* with its amounts for *people*; unchanged if that makes no sense. */
export function scaleRecipe(recipe: Recipe, people: number): Recipe {
  if (!(people > 0) || !(recipe.serves > 0)) return { ...recipe };
  const factor = people / recipe.serves;
  return {
    title: recipe.title,
    serves: people,
    ingredients: recipe.ingredients.map((ingredient) => ({
      name: ingredient.name,
      amount: Math.round(ingredient.amount * factor * 100) / 100,
      unit: ingredient.unit,
    })),
    steps: [...recipe.steps],
  };
}
