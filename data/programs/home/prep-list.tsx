/**
 * A part: a list of things to prepare, to which items are added and which are
 * marked as done. For pages such as a dinner, a trip or a party.
 *
 * It keeps no prices; `home/cost-list.tsx` does.
 * #preparation #checklist #items #part
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

/** One thing to prepare. */
export interface PrepItem {
  name: string;
  done: boolean | Default<false>;
}

export interface PrepListInput {
  /** The items; share the cell to read them elsewhere. */
  items?: Writable<PrepItem[] | Default<[]>>;
  /** Heading over the list. */
  title?: string | Default<"To prepare">;
}

export interface PrepListOutput {
  [NAME]: string;
  [UI]: VNode;
  items: PrepItem[];
  /** How many items are not done yet. */
  openCount: number;
  addItem: Stream<{ name: string }>;
  /** Marks an item as done. */
  completeItem: Stream<{ name: string }>;
}

export default pattern<PrepListInput, PrepListOutput>(({ items, title }) => {
  const draft = new Writable("");

  const addItem = action(({ name }: { name: string }) => {
    if (name.trim()) items.push({ name: name.trim(), done: false });
  });
  const addDraft = action(() => {
    addItem.send({ name: draft.get() });
    draft.set("");
  });
  const completeItem = action(({ name }: { name: string }) => {
    items.set(
      items.get().map((item) =>
        item.name === name ? { ...item, done: true } : item
      ),
    );
  });
  const openCount = computed(() =>
    items.get().filter((item) => !item.done).length
  );

  return {
    [NAME]: computed(() => `${title} (${openCount})`),
    [UI]: (
      <cf-vstack gap="2">
        <cf-heading level={3}>{title}</cf-heading>
        {items.map((item) => (
          <cf-hstack gap="2">
            <cf-checkbox $checked={item.done} />
            <span>{item.name}</span>
          </cf-hstack>
        ))}
        <cf-hstack gap="2">
          <cf-input $value={draft} placeholder="Something to prepare" />
          <cf-button onClick={addDraft}>Add</cf-button>
        </cf-hstack>
      </cf-vstack>
    ),
    items,
    openCount,
    addItem,
    completeItem,
  };
});
