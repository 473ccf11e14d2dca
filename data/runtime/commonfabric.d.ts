/**
 * Declarations of the `commonfabric` module as pattern programs see it: cells,
 * defaults, factories, events, views, built-in capabilities and labels. Only
 * declarations; the runtime supplies the behaviour.
 */

// Keys of a pattern's result -------------------------------------------------

/** Key of the title that a piece shows in lists and headers. */
export declare const NAME: "$NAME";
/** Key of the full view of a piece. */
export declare const UI: "$UI";
/** Key of a view of about the size of a card. */
export declare const TILE_UI: "$TILE_UI";
/** Key of a view that fits into a line of text. */
export declare const CHIP_UI: "$CHIP_UI";
/** Key of the file-system projection of a piece. */
export declare const FS: "$FS";
/** Key of the steps of a test pattern. */
export declare const TESTS: "$TESTS";
/** Key under which a pattern's callback finds its own result. */
export declare const SELF: unique symbol;

// Cells ----------------------------------------------------------------------

declare const CELL_BRAND: unique symbol;
declare const CELL_RESULT: unique symbol;

/** The kinds of cell, by what their holder may do with them. */
export type CellKind =
  | "cell"
  | "opaque"
  | "stream"
  | "comparable"
  | "readonly"
  | "writeonly"
  | "sqlite";

/** Any cell holding `T`; the brand tells its kind. */
export interface AnyCell<T = unknown, Kind extends string = string> {
  readonly [CELL_BRAND]: { readonly value: T; readonly kind: Kind };
}

type AnyStream = AnyCell<any, "stream">;
type ElementOf<T> = T extends ReadonlyArray<infer Element> ? Element : never;

/** `T`, or any part of it held in a cell: what writing methods accept. */
export type CellOr<T> =
  | T
  | AnyCell<T>
  | (T extends ReadonlyArray<infer Element> ? ReadonlyArray<CellOr<Element>>
    : T extends object ? { [Key in keyof T]: CellOr<T[Key]> }
    : T);

interface Readable<T> {
  /** The current value; inside `computed` the read becomes a dependency. */
  get(): Readonly<StripDefault<T>>;
  /** The current value, without a dependency. */
  sample(): Readonly<StripDefault<T>>;
}

interface Settable<T, Self> {
  /** Replaces the value. */
  set(value: CellOr<T>): Self;
  /** Replaces the given properties of an object. */
  update(values: CellOr<Partial<T>>): Self;
  /** Appends elements; appends of several users merge. */
  push(...elements: CellOr<ElementOf<T>>[]): void;
  /** Appends each element that is not there yet; merges. */
  addUnique(...elements: CellOr<ElementOf<T>>[]): void;
  /** Adds to a number, 1 by default; merges. */
  increment(by?: number): void;
  /** Removes the first element that is this one. */
  remove(element: CellOr<ElementOf<T>>): void;
  /** Removes every element that is this one. */
  removeAll(element: CellOr<ElementOf<T>>): void;
  /** Removes every element with an equal stored value; merges. */
  removeByValue(element: CellOr<ElementOf<T>>): void;
}

interface Derivable<T> {
  map<Mapped>(
    transform: (element: ElementOf<T>, position: number, whole: T) => Mapped,
  ): Mapped[];
  filter(
    keep: (element: ElementOf<T>, position: number, whole: T) => boolean,
  ): ElementOf<T>[];
  flatMap<Mapped>(
    transform: (element: ElementOf<T>, position: number, whole: T) => Mapped[],
  ): Mapped[];
  reduce<Sum>(
    fold: (sum: Sum, element: ElementOf<T>, position: number) => Sum,
    start: Sum,
  ): Sum;
  findIndex(matches: (element: ElementOf<T>) => boolean): number;
}

interface Keyed<T> {
  /** The cell of one property or element. */
  key<Key extends keyof T>(key: Key): Cell<T[Key]>;
  key<First extends keyof T, Second extends keyof T[First]>(
    first: First,
    second: Second,
  ): Cell<T[First][Second]>;
  key(...keys: PropertyKey[]): Cell<any>;
  /** The cell of the array element that a stable text names. */
  elementById(id: string): Cell<ElementOf<T>>;
}

interface Comparable {
  /** Whether both name the same thing, after following links. */
  equals(other: AnyCell<any> | object | undefined): boolean;
  /** Whether both are the same link, without following it. */
  equalLinks(other: AnyCell<any> | object | undefined): boolean;
}

interface Sendable<Event> {
  /** Queues an event; a stream of nothing takes no argument. */
  send(...event: [Event] extends [void] ? [] : [CellOr<Event>]): void;
}

/** A live value with read and write access. */
export interface Cell<T = unknown>
  extends
    AnyCell<T, "cell">,
    Readable<T>,
    Settable<T, Cell<T>>,
    Derivable<StripDefault<T>>,
    Keyed<StripDefault<T>>,
    Sendable<T>,
    Comparable {}

/** `Cell` under the name that says why it is asked for: to write. */
export type Writable<T = unknown> = Cell<T>;

/** A cell that may be passed on, keyed and mapped, not read. */
export interface OpaqueCell<T>
  extends AnyCell<T, "opaque">, Derivable<T>, Keyed<T> {}

/** A cell that may be read only. */
export interface ReadonlyCell<T>
  extends AnyCell<T, "readonly">, Readable<T>, Comparable {}

/** A cell that may be written only. */
export interface WriteonlyCell<T>
  extends AnyCell<T, "writeonly">, Settable<T, WriteonlyCell<T>> {}

/** A cell that may be compared only. */
export interface ComparableCell<T> extends AnyCell<T, "comparable">, Comparable {}

/** An entry for events of type `Event`; `Result` is what a handling answers. */
export interface Stream<Event, Result = void>
  extends AnyCell<Event, "stream">, Sendable<Event> {
  readonly [CELL_RESULT]: Result;
}

interface CellConstructor {
  /** A cell with a first value, kept by the piece. */
  new <T>(value?: T, schema?: JSONSchema): Cell<T>;
  of<T>(value?: T, schema?: JSONSchema): Cell<T>;
  equals(
    left: AnyCell<any> | object | undefined,
    right: AnyCell<any> | object | undefined,
  ): boolean;
}

interface ScopedCellConstructor extends CellConstructor {
  readonly perSpace: CellConstructor;
  readonly perUser: CellConstructor;
  readonly perSession: CellConstructor;
}

export declare const Cell: ScopedCellConstructor;
export declare const Writable: ScopedCellConstructor;

/** Whether two cells or values are the same thing, after following links. */
export declare function equals(
  left: AnyCell<any> | object | undefined,
  right: AnyCell<any> | object | undefined,
): boolean;

/** Whether two plain values are equal in depth. */
export declare function valueEqual(left: unknown, right: unknown): boolean;

// Scopes ---------------------------------------------------------------------

declare const SCOPE_BRAND: unique symbol;
/** Who shares a value: everyone in the space, one user, or one session. */
export type CellScope = "space" | "user" | "session";
type Scoped<T, Scope extends string> = T & { readonly [SCOPE_BRAND]?: Scope };
/** One value for all who are in the space. */
export type PerSpace<T> = Scoped<T, "space">;
/** A value of its own for each user. */
export type PerUser<T> = Scoped<T, "user">;
/** A value of its own for each session (tab) of a user. */
export type PerSession<T> = Scoped<T, "session">;
/** Whatever scope the given value has. */
export type PerAny<T> = Scoped<T, "any">;

// Defaults -------------------------------------------------------------------

export declare const DEFAULT_MARKER: unique symbol;
interface Defaulted<V> {
  readonly [DEFAULT_MARKER]: V;
}

/**
 * Says which value stands in until one is given: `Default<number, 3>` or, in
 * a union, `number | Default<3>`.
 */
export type Default<T, V extends T = T> = [T] extends [readonly []]
  ? T & Defaulted<V>
  : ([T] extends [null | undefined] ? Defaulted<V> : T & Defaulted<V>) | T;

/** Defaults for some properties of an object, at any depth. */
export type DeepDefault<V> = Defaulted<V>;

type StripDefault<T> = Exclude<T, Defaulted<any>>;
type HasDefault<T> = 0 extends 1 & T ? false
  : [Extract<T, Defaulted<any>>] extends [never] ? false
  : true;
type StripField<T> = T extends Cell<infer Value>
  ? HasDefault<Value> extends true ? Cell<StripDefault<Value>> : T
  : T;
type Given<T> = StripField<StripDefault<T>>;
type IsDefaulted<T> = HasDefault<T> extends true ? true
  : Exclude<T, undefined> extends Cell<infer Value> ? HasDefault<Value>
  : false;

/** A pattern's argument as its callback gets it: defaults are filled in. */
export type WithDefaults<T> =
  & { [Key in keyof T]: Given<T[Key]> }
  & {
    [Key in keyof T as IsDefaulted<T[Key]> extends true ? Key : never]-?: Given<
      Exclude<T[Key], undefined>
    >;
  };

// Factories ------------------------------------------------------------------

/** A value that changes over time; typed as the value itself. */
export type Reactive<T> = T;

/** `T` without cells: what a caller may give plainly. Streams stay. */
export type StripCell<T> = 0 extends 1 & T ? T
  : [T] extends [AnyStream | AnyCell<any, "sqlite">] ? T
  : [T] extends [AnyCell<infer Value>] ? StripCell<Value>
  : [T] extends [ReadonlyArray<infer Element>] ? StripCell<Element>[]
  : [T] extends [(...rest: any[]) => unknown] ? T
  : [T] extends [object] ? { [Key in keyof T]: StripCell<T[Key]> }
  : T;

/** What a factory accepts for `T`: plain, reactive or cells, at any depth. */
export type FactoryInput<T> =
  | T
  | AnyCell<T>
  | ([NonNullable<T>] extends [VNode | UIRenderable] ? JSXElement : never)
  | (T extends ReadonlyArray<infer Element> ? ReadonlyArray<FactoryInput<Element>>
    : T extends object ? { [Key in keyof T]: FactoryInput<T[Key]> }
    : T);

/** A pattern: call it with its argument, or use it as a JSX element. */
export interface PatternFactory<T, R> {
  (argument: FactoryInput<T>): Reactive<R>;
  asScope(scope: CellScope): PatternFactory<T, R>;
  inSpace(space?: string | AnyCell<unknown>): PatternFactory<T, R>;
}

type Reserved = {
  [NAME]?: unknown;
  [UI]?: FactoryInput<VNode>;
  [TILE_UI]?: FactoryInput<VNode>;
  [CHIP_UI]?: FactoryInput<VNode>;
};
type Returned<R> = FactoryInput<R> & (R extends object ? Reserved : unknown);

export interface PatternFunction {
  <T, R>(
    body: (argument: WithDefaults<T> & { [SELF]: R }) => Returned<R>,
  ): PatternFactory<StripCell<T>, R>;
  <T>(
    body: (argument: WithDefaults<T> & { [SELF]: any }) => unknown,
  ): PatternFactory<StripCell<T>, any>;
}

/**
 * Makes a pattern: the body runs once and wires a reactive graph from the
 * argument to the result that it returns.
 */
export declare const pattern: PatternFunction;

/** A value derived from whatever the body reads; runs again when that changes. */
export declare function computed<T>(body: () => T): Reactive<T>;

/** `computed` with its inputs as a parameter, to be used more than once. */
export declare function lift<T, R>(
  body: (input: T) => R,
): (input: FactoryInput<StripCell<T>>) => Reactive<R>;

type HandlerState<T> = T extends AnyCell<any> ? T
  : T extends ReadonlyArray<infer Element> ? ReadonlyArray<HandlerState<Element>>
  : T extends object ? { readonly [Key in keyof T]: HandlerState<T[Key]> }
  : T;

/** A handler whose state is still to be bound; binding gives a stream. */
export interface HandlerFactory<Event, State, Result = void> {
  (state: FactoryInput<StripCell<State>>): Stream<Event, Result>;
  with(state: FactoryInput<StripCell<State>>): Stream<Event, Result>;
}

/** Declares what happens on an event, with the state bound at the call. */
export declare function handler<Event, State>(
  body: (event: Event, state: HandlerState<State>) => unknown,
): HandlerFactory<Event, State>;
export declare function handler<Event, State, Result>(
  body: (event: Event, state: HandlerState<State>) => Result,
): HandlerFactory<Event, State, Result>;

/** A handler written in the pattern's body, over the values around it. */
export declare function action(body: () => void): Stream<void>;
export declare function action<Event>(body: (event: Event) => void): Stream<Event>;
export declare function action<Event, Result>(
  body: (event: Event) => Result,
): Stream<Event, Result>;

/** A reactive text from a template. */
export declare function str(
  strings: TemplateStringsArray,
  ...values: unknown[]
): Reactive<string>;

/** One of two values, by a condition. */
export declare function ifElse<Yes, No>(
  condition: unknown,
  yes: Yes,
  no: No,
): Reactive<Yes | No>;

/** The value if the condition holds, else the condition. */
export declare function when<Condition, Value>(
  condition: Condition,
  value: Value,
): Reactive<Condition | Value>;

/** The condition if it holds, else the fallback. */
export declare function unless<Condition, Fallback>(
  condition: Condition,
  fallback: Fallback,
): Reactive<Condition | Fallback>;

declare const ASSERTION: unique symbol;
/** What a test step's `assertion` takes. */
export interface AssertRecord {
  readonly [ASSERTION]: true;
}

/** A condition of a test; a failure reports the operands. */
export declare function assert(condition: () => boolean): Reactive<AssertRecord>;

/** One step of a test pattern, under `[TESTS]`. */
export type TestStep =
  | { assertion: Reactive<AssertRecord> }
  | { action: Stream<any>; event?: unknown }
  | { render: unknown }
  | { settle: true };

/** Opens a piece in the viewer's window. */
export declare function navigateTo(piece: unknown): Reactive<boolean>;

// JSON Schema ----------------------------------------------------------------

export type JSONValue =
  | null
  | boolean
  | number
  | string
  | readonly JSONValue[]
  | { readonly [key: string]: JSONValue };

export type JSONSchema = boolean | { readonly [keyword: string]: unknown };

/** The JSON Schema of a type, made while compiling. */
export declare function toSchema<T>(more?: Record<string, unknown>): JSONSchema;

// Views ----------------------------------------------------------------------

/** A node of a view, made by JSX. */
export interface VNode {
  type: "vnode";
  name: string;
  props: Record<string, unknown> | undefined;
  children?: RenderNode | undefined;
  [UI]?: VNode;
}

/** Anything with a view under `[UI]`; it may stand in JSX as it is. */
export interface UIRenderable {
  [UI]: VNode;
}

export type JSXElement = VNode | UIRenderable | AnyCell<UIRenderable>;

/** A child of a view. */
export type RenderNode =
  | JSXElement
  | string
  | number
  | boolean
  | null
  | undefined
  | AnyCell<any>
  | readonly RenderNode[];

// Wishes ---------------------------------------------------------------------

export type WishTag = `/${string}` | `#${string}`;
export type DID = `did:${string}:${string}`;

/** What to look for, and where. */
export interface WishParams {
  /** A path (`/`), a target or tag (`#profile`, `#note`), or words. */
  query: WishTag | string;
  path?: string[];
  context?: Record<string, unknown>;
  schema?: JSONSchema;
  /** Favorites `~`, this space `.`, the profile, or spaces; by default favorites. */
  scope?: (DID | "~" | "." | "profile")[];
  /** Without the picker: candidates are left as they are. */
  headless?: boolean;
}

/** What a wish has found so far. */
export interface WishState<T> {
  /** The piece found or picked; undefined while there is none. */
  result: T | undefined;
  /** All that match; empty after a failure. */
  candidates: T[];
  /** Why nothing was found. */
  error?: any;
  /** The picker, or the view of the result. */
  [UI]?: VNode;
}

/** Looks for a piece or a well-known value by tag. */
export declare function wish<T = unknown>(
  params: FactoryInput<WishParams>,
): Reactive<WishState<T> & UIRenderable>;

// Fetching -------------------------------------------------------------------

export interface FetchOptions {
  method?: "GET" | "POST" | "PUT" | "DELETE" | "PATCH" | "OPTIONS" | "HEAD";
  headers?: Record<string, string>;
  body?: JSONValue;
  cache?:
    | "default"
    | "no-store"
    | "reload"
    | "no-cache"
    | "force-cache"
    | "only-if-cached";
  redirect?: "follow" | "error" | "manual";
}

interface FetchParams {
  url: string;
  options?: FetchOptions;
}

/** A request under way or done. */
interface Fetched<T> {
  /** True until the answer or the failure is there. */
  pending: boolean;
  result: T;
  error?: any;
}

/** JSON of a declared shape; an answer of another shape is an error. */
export declare function fetchJson<T>(
  params: FactoryInput<FetchParams & { schema?: JSONSchema }>,
): Reactive<Fetched<T>>;

/** JSON of any shape, unchecked. */
export declare function fetchJsonUnchecked(
  params: FactoryInput<FetchParams>,
): Reactive<Fetched<any>>;

/** Text, decoded as UTF-8. */
export declare function fetchText(
  params: FactoryInput<FetchParams>,
): Reactive<Fetched<string>>;

/** Bytes that do not change. */
export interface FabricBytes {
  readonly length: number;
  slice(start?: number, end?: number): Uint8Array;
}

/** Bytes with their media type. */
export declare function fetchBinary(
  params: FactoryInput<FetchParams>,
): Reactive<Fetched<{ bytes: FabricBytes; mediaType: string }>>;

/** The text of a data file that was published with the program. */
export declare function dataFile(path: string): string;

// SQLite ---------------------------------------------------------------------

declare const SQLITE_DATABASE: unique symbol;
/** A database; programs hand it on and never look inside. */
export interface SqliteDatabase {
  readonly [SQLITE_DATABASE]: true;
}

type SqlParameters = readonly unknown[] | Record<string, unknown>;

export interface SqliteQueryOptions {
  /** Values for the `?` or `:name` places of the statement. */
  params?: SqlParameters;
  /** Runs the query again when this changes; the database itself, as a rule. */
  reactOn?: unknown;
  /** The most confidential label that the result may carry. */
  maxConfidentiality?: readonly unknown[];
  /** What a row above that does: fail the query, or be left out. */
  onExceed?: "fail" | "skip";
  /** Leaves out rows that the reader may not read, and counts them. */
  readClearance?: boolean;
}

/** The state of a query: pending first, then rows or an error. */
export interface SqliteQueryState<Row> {
  pending: boolean;
  /** The rows; undefined until the first answer and after a failure. */
  result?: Row[];
  error?: any;
  /** How many rows the reader's clearance left out. */
  withheld?: number;
}

/** A live SQLite database, granted as an argument or made by `sqliteDatabase`. */
export interface SqliteDb<T = SqliteDatabase> extends AnyCell<T, "sqlite"> {
  /** Reads; call it in the pattern's body. */
  query<Row = Record<string, unknown>>(
    sql: string,
    options?: SqliteQueryOptions,
  ): Reactive<SqliteQueryState<Row>>;
  /** Writes, in a handler or action; commits with its cell writes. */
  exec(sql: string, params?: SqlParameters): void;
}

interface SqliteDatabaseFunction {
  (options?: { tables?: Record<string, JSONSchema> }): Reactive<SqliteDb>;
  asScope(scope: CellScope): SqliteDatabaseFunction;
}

/** A database that belongs to the piece. */
export declare const sqliteDatabase: SqliteDatabaseFunction;

/** One table for `sqliteDatabase`, by column name and SQL type. */
export declare function table(
  columns: Record<string, string | JSONSchema>,
): JSONSchema;

// Language models ------------------------------------------------------------

/** Text written by a model. */
export declare function generateText(
  params: FactoryInput<{ prompt: string; system?: string; model?: string }>,
): Reactive<{ pending: boolean; result?: string; error?: unknown; partial?: string }>;

/** A value of a declared shape, written by a model. */
export declare function generateObject<T>(
  params: FactoryInput<{ prompt: string; system?: string; model?: string }>,
): Reactive<{ pending: boolean; result?: T; error?: unknown; partial?: string }>;

// Labels ---------------------------------------------------------------------

declare const LABEL_BRAND: unique symbol;
type Labelled<T, Label> = T & { readonly [LABEL_BRAND]?: Label };

/** Who may learn the value: each atom is one requirement. */
export type Confidential<T, Atoms extends readonly unknown[]> = Labelled<
  T,
  { confidentiality: Atoms }
>;
/** What vouches for the value. */
export type Integrity<T, Atoms extends readonly unknown[]> = Labelled<
  T,
  { integrity: Atoms }
>;
/** What writing the value adds to its integrity. */
export type AddIntegrity<T, Atoms extends readonly unknown[]> = Labelled<
  T,
  { addIntegrity: Atoms }
>;
/** What must vouch for a value before it is accepted here. */
export type RequiresIntegrity<T, Atoms extends readonly unknown[]> = Labelled<
  T,
  { requiredIntegrity: Atoms }
>;
/** The most confidential value that is accepted here. */
export type MaxConfidentiality<T, Atoms extends readonly unknown[]> = Labelled<
  T,
  { maxConfidentiality: Atoms }
>;
/** A value that stands for the user who is acting. */
export type RepresentsCurrentUser<T> = Labelled<
  T,
  { addIntegrity: ["represents-principal"] }
>;
/** A value written by the user who is acting. */
export type AuthoredByCurrentUser<T> = Labelled<T, { addIntegrity: ["authored-by"] }>;
