/**
 * A notebook: write notes, change them, and find them again by a word.
 *
 * Notes are plain text or Markdown; there are no folders and no attachments.
 * #notes #notebook #writing #app
 */
import {
  action,
  computed,
  Default,
  handler,
  NAME,
  pattern,
  type PerSession,
  Stream,
  UI,
  type VNode,
  Writable,
} from "commonfabric";

/** One note. */
export interface Note {
  title: string;
  body: string | Default<"">;
}

export interface NotebookInput {
  notes?: Writable<Note[] | Default<[]>>;
  /** Word to look for; each open window has its own. */
  word?: PerSession<Writable<string | Default<"">>>;
}

export interface NotebookOutput {
  [NAME]: string;
  [UI]: VNode;
  notes: Note[];
  /** Notes that contain `word` in title or body. */
  found: Note[];
  addNote: Stream<{ title: string; body: string }>;
  removeNote: Stream<{ title: string }>;
}

/** Removes the notes of a title. */
const dropNote = handler<{ title: string }, { notes: Writable<Note[]> }>(
  ({ title }, { notes }) => {
    notes.set(notes.get().filter((note) => note.title !== title));
  },
);

export default pattern<NotebookInput, NotebookOutput>(({ notes, word }) => {
  const addNote = action((note: { title: string; body: string }) => {
    notes.push({ title: note.title, body: note.body });
  });
  const addEmpty = action(() => {
    notes.push({ title: "New note", body: "" });
  });
  const removeNote = dropNote({ notes });
  const found = computed(() => {
    const part = word.get().toLowerCase();
    return notes.get().filter((note) =>
      `${note.title}\n${note.body}`.toLowerCase().includes(part)
    );
  });
  const count = computed(() => notes.get().length);

  return {
    [NAME]: computed(() => `Notes (${count})`),
    [UI]: (
      <cf-screen>
        <cf-hstack gap="2">
          <cf-input type="search" $value={word} placeholder="Find a word" />
          <cf-button onClick={addEmpty}>New note</cf-button>
        </cf-hstack>
        {found.map((note) => (
          <cf-card>
            <cf-input $value={note.title} />
            <cf-textarea $value={note.body} rows={4} />
            <cf-button
              variant="ghost"
              onClick={() => removeNote.send({ title: note.title })}
            >
              Remove
            </cf-button>
          </cf-card>
        ))}
      </cf-screen>
    ),
    notes,
    found,
    addNote,
    removeNote,
  };
});
