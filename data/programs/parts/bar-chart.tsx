/**
 * A part: a bar chart of labelled numbers, in the order given.
 * #chart #bars #visualization #part
 */
import { computed, Default, NAME, pattern, UI } from "commonfabric";

/** One bar. */
export interface Bar {
  label: string;
  value: number;
}

export interface BarChartInput {
  bars: Bar[];
  /** What the bars measure, with the unit. */
  title: string | Default<"">;
  /** Height in pixels. */
  height: number | Default<240>;
}

export default pattern<BarChartInput>(({ bars, title, height }) => {
  const highest = computed(() =>
    bars.reduce((most, bar) => Math.max(most, bar.value), 0)
  );

  return {
    [NAME]: computed(() => title || "Chart"),
    [UI]: (
      <cf-vstack gap="2">
        <cf-heading level={3}>{title}</cf-heading>
        <cf-chart height={height} xType="band" yAxis={true}>
          <cf-bar-mark data={bars} x="label" y="value" />
        </cf-chart>
      </cf-vstack>
    ),
    /** The largest value; 0 without bars. */
    highest,
  };
});
