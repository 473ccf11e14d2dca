// What values of the framework take and give, in our words. A reactive value reads like the plain one.
// Calls whose result depends on a callback or a type argument beyond this language are modelled in Python.

interface Writing<T> {
  set(value: any): any;
  update(values: any): any;
  push(...items: any[]): void;
  addUnique(...items: any[]): void;
  increment(by?: number): void;
  remove(item: any): void;
  removeByValue(item: any): void;
  removeAll(item: any): void;
}
interface Linking {
  equals(other: any): boolean;
  equalLinks(other: any): boolean;
  setSchema(schema: any): void;
  getMetaRaw(field: any, options?: any): any;
  setMetaRaw(field: any, value: any): void;
  getArgumentCell(schema?: any): any;
}
interface Cell<T> extends Writing<T>, Linking {
  get(options?: any): T;
  sample(): T;
  send(event?: any): void;
  resolveAsCell(): Cell<T>;
  for(cause: any): Cell<T>;
  mapWithPattern(op: any, params: any): any[];
  filterWithPattern(op: any, params: any): any[];
  flatMapWithPattern(op: any, params: any): any[];
}
interface OpaqueCell<T> extends Linking {
  for(cause: any): OpaqueCell<T>;
  mapWithPattern(op: any, params: any): any[];
  filterWithPattern(op: any, params: any): any[];
  flatMapWithPattern(op: any, params: any): any[];
}
interface ReadonlyCell<T> extends Linking { for(cause: any): ReadonlyCell<T>; get(options?: any): T; sample(): T }
interface WriteonlyCell<T> extends Writing<T>, Linking { for(cause: any): WriteonlyCell<T> }
interface ComparableCell<T> extends Linking { for(cause: any): ComparableCell<T> }
interface Stream<T> { send(event?: T): void; for(cause: any): Stream<T> }
interface SqliteDb<T> {
  exec(sql: string, params?: any): void;
  query<Row = { [column: string]: unknown }>(sql: string, options?: any): QueryState<Row>;
}
type QueryState<Row> = { pending: boolean; result?: Row[]; error?: any; withheld?: number };
interface Factory { asScope(scope: any): any; inSpace(space?: any): any; argumentSchema: any; resultSchema: any; defaultScope?: any; toJSON(): any; toEncodableForm(): any; with(inputs: any): any }
interface VNode { type: "vnode"; name: string; props: any; children?: any; $UI?: VNode }
type FetchState<T> = { pending: boolean; result: T; error?: any };
type CompileState<T> = { pending: boolean; result?: T; error?: any; errors?: any[] };
declare function wish<T = unknown>(target: any): WishState<T> & UIRenderable;
declare function fetchText(params: any): FetchState<string>;
declare function fetchJson<T>(params: any): FetchState<T>;
declare function fetchJsonUnchecked(params: any): FetchState<any>;
declare function fetchBinary(params: any): FetchState<any>;
declare function fetchProgram(params: any): FetchState<{ files: { name: string; contents: string }[]; main: string } | undefined>;
declare function streamData<T>(params: any): FetchState<T>;
declare function cellFromUrl(params: any): { pending: boolean; cell?: any };
declare function generateText(params: any): BuiltInGenerateTextState;
declare function generateObject<T = any>(params: any): BuiltInLLMGenerateObjectState<T>;
declare function llm(params: any): BuiltInLLMState;
declare function llmDialog(params: any): BuiltInLLMDialogState;
declare function compileAndRun<T = any, S = any>(params: any): CompileState<S>;
declare function sqliteDatabase(options?: any, source?: any): SqliteDb<any>;
declare function sqliteQuery<Row = { [column: string]: unknown }>(params: any): QueryState<Row>;
declare function navigateTo(target: any): boolean;
declare function str(parts: any, ...values: any[]): string;
declare function dataFile(path: string): string;
declare function equals(left: any, right: any): boolean;
declare function valueEqual(left: any, right: any): boolean;
declare function toCompactDebugString(value: any): string;
declare function toIndentedDebugString(value: any): string;
declare function toSchema<T>(options?: any): any;
declare function schema<T>(value: T): T;
declare function __cf_data<T>(value: T): T;
declare function multiUserTest<T>(descriptor: T): T;
declare const NAME: "$NAME";
declare const UI: "$UI";
declare const SELF: unique symbol;
declare const TILE_UI: "$TILE_UI";
declare const CHIP_UI: "$CHIP_UI";
declare const FS: "$FS";
declare const TYPE: "$TYPE";
declare const TESTS: "$TESTS";
