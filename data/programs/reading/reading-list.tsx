/**
 * A reading list: books and articles that one wants to read, is reading or has
 * read, with a rating for those that are done.
 * #reading #books #articles #app
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

/** How far one has come with a text. */
export type ReadingState = "wanted" | "reading" | "read";

/** One text of the list. */
export interface ReadingItem {
  title: string;
  author: string | Default<"">;
  kind: "book" | "article";
  state: ReadingState | Default<"wanted">;
  /** 1 to 5, or null while unrated. */
  rating: number | null;
}

export interface ReadingListInput {
  items?: Writable<ReadingItem[] | Default<[]>>;
}

export interface ReadingListOutput {
  [NAME]: string;
  [UI]: VNode;
  items: ReadingItem[];
  /** How many texts are still to be read. */
  wantedCount: number;
  addItem: Stream<{ title: string; kind: "book" | "article" }>;
  removeItem: Stream<{ item: ReadingItem }>;
}

const STATES = [
  { label: "to read", value: "wanted" },
  { label: "reading", value: "reading" },
  { label: "read", value: "read" },
];

export default pattern<ReadingListInput, ReadingListOutput>(({ items }) => {
  const title = new Writable("");

  const addItem = action(
    (added: { title: string; kind: "book" | "article" }) => {
      items.push({
        title: added.title,
        author: "",
        kind: added.kind,
        state: "wanted",
        rating: null,
      });
    },
  );
  const addBook = action(() => {
    if (!title.get().trim()) return;
    addItem.send({ title: title.get().trim(), kind: "book" });
    title.set("");
  });
  const addArticle = action(() => {
    if (!title.get().trim()) return;
    addItem.send({ title: title.get().trim(), kind: "article" });
    title.set("");
  });
  const removeItem = action(({ item }: { item: ReadingItem }) => {
    items.remove(item);
  });
  const wantedCount = computed(() =>
    items.get().filter((item) => item.state === "wanted").length
  );

  return {
    [NAME]: computed(() => `To read (${wantedCount})`),
    [UI]: (
      <cf-screen>
        <cf-hstack gap="2">
          <cf-input $value={title} placeholder="Title" />
          <cf-button onClick={addBook}>Add book</cf-button>
          <cf-button onClick={addArticle}>Add article</cf-button>
        </cf-hstack>
        {items.map((item) => (
          <cf-hstack gap="2">
            <cf-badge>{item.kind}</cf-badge>
            <cf-input $value={item.title} />
            <cf-input $value={item.author} placeholder="Author" />
            <cf-select $value={item.state} items={STATES} />
            <cf-button
              variant="ghost"
              onClick={() => removeItem.send({ item })}
            >
              Remove
            </cf-button>
          </cf-hstack>
        ))}
      </cf-screen>
    ),
    items,
    wantedCount,
    addItem,
    removeItem,
  };
});
