/**
 * A countdown of the days until a date.
 *
 * The day it counts from is the day on which the piece was first opened, so
 * that the number never gets smaller.
 * #countdown #days #date
 */
import { computed, Default, NAME, pattern, UI, wish } from "commonfabric";

export interface CountdownInput {
  /** The day to wait for: YYYY-MM-DD. */
  until: string | Default<"2030-01-01">;
}

export default pattern((input: CountdownInput) => {
  const opened = wish<number>({ query: "#now" });
  const days = computed(() =>
    Math.ceil((Date.parse(input.until) - (opened.result ?? 0)) / 86_400_000)
  );
  return {
    [NAME]: "Countdown",
    [UI]: <strong>{days} days</strong>,
    days,
  };
});
