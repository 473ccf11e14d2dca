/**
 * A box of recipes: add one, choose one, and scale its ingredients to the
 * number of people at the table.
 * #recipes #cooking #app
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
import { RecipeCard } from "./recipe-card.tsx";
import type { Recipe } from "./recipe.ts";
import { scaleRecipe } from "./scale.ts";

export interface RecipeBoxInput {
  recipes?: Writable<Recipe[] | Default<[]>>;
  /** How many people eat. */
  people?: Writable<number | Default<2>>;
}

export interface RecipeBoxOutput {
  [NAME]: string;
  [UI]: VNode;
  recipes: Recipe[];
  people: number;
  addRecipe: Stream<Recipe>;
}

export default pattern<RecipeBoxInput, RecipeBoxOutput>(
  ({ recipes, people }) => {
    const addRecipe = action((recipe: Recipe) => {
      recipes.push(recipe);
    });
    const scaled = computed(() =>
      recipes.get().map((recipe) => scaleRecipe(recipe, people.get()))
    );
    const count = computed(() => recipes.get().length);

    return {
      [NAME]: computed(() => `Recipes (${count})`),
      [UI]: (
        <cf-screen>
          <cf-field label="People at the table">
            <cf-input type="number" $value={people} />
          </cf-field>
          {scaled.map((recipe) => <RecipeCard recipe={recipe} />)}
        </cf-screen>
      ),
      recipes,
      people,
      addRecipe,
    };
  },
);
