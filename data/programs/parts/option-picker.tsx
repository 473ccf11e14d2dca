/**
 * A part: lets the user pick one of some options and writes the choice back.
 *
 * Pass the live cell of the choice: a plain text would be a copy of its own.
 * #picker #choice #select #part
 */
import { computed, Default, NAME, pattern, UI, Writable } from "commonfabric";

/** One option. */
export interface PickerOption {
  label: string;
  /** What is written when it is picked. */
  value: string;
}

export interface OptionPickerInput {
  options: PickerOption[];
  /** The value picked; empty while nothing is. */
  picked: Writable<string | Default<"">>;
  label: string | Default<"Choose">;
}

export default pattern<OptionPickerInput>(({ options, picked, label }) => {
  const pickedLabel = computed(() =>
    options.find((option) => option.value === picked.get())?.label ?? ""
  );

  return {
    [NAME]: computed(() => pickedLabel || label),
    [UI]: (
      <cf-field label={label}>
        <cf-select $value={picked} items={options} />
      </cf-field>
    ),
    picked,
    pickedLabel,
  };
});
