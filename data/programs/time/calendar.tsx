/**
 * A calendar of one's own events: mark a day, add what happens, see what is on
 * that day and what comes next.
 *
 * It holds its own events and reads no calendar account; nothing repeats.
 * #calendar #events #appointments #app
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

/** One event. */
export interface CalendarEvent {
  title: string;
  /** Day: YYYY-MM-DD. */
  day: string;
  /** HH:MM, or empty for the whole day. */
  time: string | Default<"">;
}

export interface CalendarInput {
  events?: Writable<CalendarEvent[] | Default<[]>>;
  /** The chosen day: YYYY-MM-DD. */
  day?: Writable<string | Default<"">>;
}

export interface CalendarOutput {
  [NAME]: string;
  [UI]: VNode;
  /** All events, by day and time. */
  events: CalendarEvent[];
  /** Events of the chosen day, by time. */
  onDay: CalendarEvent[];
  addEvent: Stream<CalendarEvent>;
}

export default pattern<CalendarInput, CalendarOutput>(({ events, day }) => {
  const title = new Writable("");

  const addEvent = action((event: CalendarEvent) => {
    events.push(event);
  });
  const addTyped = action(() => {
    if (!title.get().trim() || !day.get()) return;
    events.push({ title: title.get().trim(), day: day.get(), time: "" });
    title.set("");
  });
  const sorted = computed(() =>
    events.get().toSorted((a, b) =>
      `${a.day} ${a.time}`.localeCompare(`${b.day} ${b.time}`)
    )
  );
  const onDay = computed(() =>
    sorted.filter((event) => event.day === day.get())
  );
  const markedDays = computed(() => events.get().map((event) => event.day));

  return {
    [NAME]: "Calendar",
    [UI]: (
      <cf-screen>
        <cf-calendar $value={day} markedDates={markedDays} weekStart="monday" />
        {onDay.map((event) => <div>{event.time} {event.title}</div>)}
        <cf-hstack gap="2">
          <cf-input $value={title} placeholder="What happens that day?" />
          <cf-button onClick={addTyped}>Add</cf-button>
        </cf-hstack>
      </cf-screen>
    ),
    events: sorted,
    onDay,
    addEvent,
  };
});
