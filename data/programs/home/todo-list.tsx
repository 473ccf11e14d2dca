/**
 * A to-do list: add a task, tick it off, remove it, clear what is done.
 *
 * One list, no due dates, no order but that of adding.
 * #todo #tasks #checklist #app
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

/** One task. */
export interface TodoTask {
  title: string;
  done: boolean | Default<false>;
}

export interface TodoListInput {
  tasks?: Writable<TodoTask[] | Default<[]>>;
}

export interface TodoListOutput {
  [NAME]: string;
  [UI]: VNode;
  tasks: TodoTask[];
  /** How many tasks are not done. */
  openCount: number;
  addTask: Stream<{ title: string }>;
  removeTask: Stream<{ task: TodoTask }>;
  /** Removes all that is done. */
  clearDone: Stream<void>;
}

export default pattern<TodoListInput, TodoListOutput>(({ tasks }) => {
  const addTask = action(({ title }: { title: string }) => {
    if (title.trim()) tasks.push({ title: title.trim(), done: false });
  });
  const removeTask = action(({ task }: { task: TodoTask }) => {
    tasks.remove(task);
  });
  const clearDone = action(() => {
    tasks.set(tasks.get().filter((task) => !task.done));
  });
  const openCount = computed(() =>
    tasks.get().filter((task) => !task.done).length
  );

  return {
    [NAME]: computed(() => `To do (${openCount})`),
    [UI]: (
      <cf-screen>
        <cf-message-input
          placeholder="What is to be done?"
          button-text="Add"
          oncf-send={(event: { detail: { message: string } }) =>
            addTask.send({ title: event.detail.message })}
        />
        {tasks.map((task) => (
          <cf-hstack gap="2">
            <cf-checkbox $checked={task.done} />
            <cf-input $value={task.title} />
            <cf-button
              variant="ghost"
              onClick={() => removeTask.send({ task })}
            >
              Remove
            </cf-button>
          </cf-hstack>
        ))}
        <cf-button onClick={clearDone}>Clear done</cf-button>
      </cf-screen>
    ),
    tasks,
    openCount,
    addTask,
    removeTask,
    clearDone,
  };
});
