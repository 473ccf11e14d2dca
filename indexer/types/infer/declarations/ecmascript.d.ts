// The part of the language's own library that patterns use, in our words: what each member takes and gives.
// Only what inference needs is written; `any` stands where a precise type would prove nothing.

interface Array<T> {
  length: number;
  [index: number]: T;
  at(index: number): T | undefined;
  concat(...items: any[]): T[];
  copyWithin(target: number, start?: number, end?: number): T[];
  entries(): IterableIterator<[number, T]>;
  every<S extends T>(test: (value: T, index: number, array: T[]) => value is S): this is S[];
  every(test: (value: T, index: number, array: T[]) => unknown): boolean;
  fill(value: T, start?: number, end?: number): T[];
  filter<S extends T>(test: (value: T, index: number, array: T[]) => value is S): S[];
  filter(test: (value: T, index: number, array: T[]) => unknown): T[];
  find<S extends T>(test: (value: T, index: number, array: T[]) => value is S): S | undefined;
  find(test: (value: T, index: number, array: T[]) => unknown): T | undefined;
  findIndex(test: (value: T, index: number, array: T[]) => unknown): number;
  findLast(test: (value: T, index: number, array: T[]) => unknown): T | undefined;
  findLastIndex(test: (value: T, index: number, array: T[]) => unknown): number;
  flat(depth?: number): any[];
  flatMap<U>(change: (value: T, index: number, array: T[]) => U | ReadonlyArray<U>): U[];
  forEach(visit: (value: T, index: number, array: T[]) => void): void;
  includes(value: any, start?: number): boolean;
  indexOf(value: any, start?: number): number;
  join(separator?: string): string;
  keys(): IterableIterator<number>;
  lastIndexOf(value: any, start?: number): number;
  map<U>(change: (value: T, index: number, array: T[]) => U): U[];
  pop(): T | undefined;
  push(...items: T[]): number;
  reduce<U>(step: (sum: U, value: T, index: number, array: T[]) => U, start: U): U;
  reduce(step: (sum: T, value: T, index: number, array: T[]) => T): T;
  reduceRight<U>(step: (sum: U, value: T, index: number, array: T[]) => U, start: U): U;
  reverse(): T[];
  shift(): T | undefined;
  slice(start?: number, end?: number): T[];
  some(test: (value: T, index: number, array: T[]) => unknown): boolean;
  sort(order?: (left: T, right: T) => number): T[];
  splice(start: number, count?: number, ...items: T[]): T[];
  toLocaleString(): string;
  toReversed(): T[];
  toSorted(order?: (left: T, right: T) => number): T[];
  toSpliced(start: number, count?: number, ...items: T[]): T[];
  toString(): string;
  unshift(...items: T[]): number;
  values(): IterableIterator<T>;
  with(index: number, value: T): T[];
}
interface ArrayConstructor {
  (length?: number): any[];
  new <T>(length?: number): T[];
  from<T>(items: Iterable<T> | ArrayLike<T>): T[];
  from<T, U>(items: Iterable<T> | ArrayLike<T>, change: (value: T, index: number) => U): U[];
  isArray(value: any): boolean;
  of<T>(...items: T[]): T[];
}
interface ArrayLike<T> { length: number; [index: number]: T }
interface Iterable<T> {}
interface IterableIterator<T> {
  next(): any;
  map<U>(change: (value: T, index: number) => U): IterableIterator<U>;
  filter(test: (value: T, index: number) => unknown): IterableIterator<T>;
  toArray(): T[];
}
interface String {
  length: number;
  [index: number]: string;
  anchor(name: string): string;
  at(index: number): string | undefined;
  charAt(index: number): string;
  charCodeAt(index: number): number;
  codePointAt(index: number): number | undefined;
  concat(...texts: string[]): string;
  endsWith(text: string, end?: number): boolean;
  includes(text: string, start?: number): boolean;
  indexOf(text: string, start?: number): number;
  isWellFormed(): boolean;
  lastIndexOf(text: string, start?: number): number;
  localeCompare(other: string, locales?: any, options?: any): number;
  match(pattern: string | RegExp): RegExpMatchArray | null;
  matchAll(pattern: RegExp): IterableIterator<RegExpMatchArray>;
  normalize(form?: string): string;
  padEnd(length: number, filler?: string): string;
  padStart(length: number, filler?: string): string;
  repeat(count: number): string;
  replace(pattern: string | RegExp, change: any): string;
  replaceAll(pattern: string | RegExp, change: any): string;
  search(pattern: string | RegExp): number;
  slice(start?: number, end?: number): string;
  split(separator: string | RegExp, limit?: number): string[];
  startsWith(text: string, start?: number): boolean;
  substr(start: number, length?: number): string;
  substring(start: number, end?: number): string;
  toLocaleLowerCase(locales?: any): string;
  toLocaleUpperCase(locales?: any): string;
  toLowerCase(): string;
  toString(): string;
  toUpperCase(): string;
  toWellFormed(): string;
  trim(): string;
  trimEnd(): string;
  trimLeft(): string;
  trimRight(): string;
  trimStart(): string;
  valueOf(): string;
}
interface StringConstructor {
  (value?: any): string;
  new (value?: any): String;
  fromCharCode(...codes: number[]): string;
  fromCodePoint(...codes: number[]): string;
  raw(parts: any, ...values: any[]): string;
}
interface Number {
  toExponential(digits?: number): string;
  toFixed(digits?: number): string;
  toLocaleString(locales?: any, options?: any): string;
  toPrecision(digits?: number): string;
  toString(radix?: number): string;
  valueOf(): number;
}
interface NumberConstructor {
  (value?: any): number;
  EPSILON: number; MAX_SAFE_INTEGER: number; MAX_VALUE: number; MIN_SAFE_INTEGER: number; MIN_VALUE: number;
  NaN: number; NEGATIVE_INFINITY: number; POSITIVE_INFINITY: number;
  isFinite(value: unknown): boolean;
  isInteger(value: unknown): boolean;
  isNaN(value: unknown): boolean;
  isSafeInteger(value: unknown): boolean;
  parseFloat(text: string): number;
  parseInt(text: string, radix?: number): number;
}
interface Boolean { valueOf(): boolean; toString(): string }
interface BooleanConstructor { (value?: any): boolean }
interface BigInt { toString(radix?: number): string; valueOf(): bigint; toLocaleString(): string }
interface BigIntConstructor { (value: any): bigint }
interface Symbol { toString(): string; description: string | undefined; valueOf(): symbol }
interface Function {
  apply(target: any, values?: any): any;
  call(target: any, ...values: any[]): any;
  bind(target: any, ...values: any[]): any;
  toString(): string;
  length: number; name: string; prototype: any; arguments: any; caller: any;
}
interface Object {
  constructor: Function;
  hasOwnProperty(name: any): boolean;
  isPrototypeOf(value: any): boolean;
  propertyIsEnumerable(name: any): boolean;
  toLocaleString(): string;
  toString(): string;
  valueOf(): any;
}
interface ObjectConstructor {
  (value?: any): any;
  new (value?: any): any;
  assign(target: any, ...sources: any[]): any;
  create(prototype: any, more?: any): any;
  defineProperty<T>(target: T, key: any, descriptor: any): T;
  entries<T>(value: { [key: string]: T } | ArrayLike<T>): [string, T][];
  freeze<T>(value: T): T;
  fromEntries<T>(entries: Iterable<readonly [any, T]>): { [key: string]: T };
  getOwnPropertyDescriptor(value: any, key: any): any;
  getOwnPropertyNames(value: any): string[];
  getOwnPropertySymbols(value: any): symbol[];
  getPrototypeOf(value: any): any;
  groupBy<T>(items: Iterable<T>, key: (value: T, index: number) => any): { [key: string]: T[] | undefined };
  hasOwn(value: any, key: any): boolean;
  is(left: any, right: any): boolean;
  isFrozen(value: any): boolean;
  keys(value: any): string[];
  seal<T>(value: T): T;
  setPrototypeOf(value: any, prototype: any): any;
  values<T>(value: { [key: string]: T } | ArrayLike<T>): T[];
}
interface Date {
  getDate(): number; getDay(): number; getFullYear(): number; getHours(): number; getMilliseconds(): number;
  getMinutes(): number; getMonth(): number; getSeconds(): number; getTime(): number;
  getTimezoneOffset(): number; getUTCDate(): number; getUTCDay(): number; getUTCFullYear(): number;
  getUTCHours(): number; getUTCMilliseconds(): number; getUTCMinutes(): number; getUTCMonth(): number;
  getUTCSeconds(): number; setDate(day: number): number; setFullYear(...parts: number[]): number;
  setHours(...parts: number[]): number; setMilliseconds(value: number): number;
  setMinutes(...parts: number[]): number; setMonth(...parts: number[]): number;
  setSeconds(...parts: number[]): number; setTime(value: number): number; setUTCDate(day: number): number;
  setUTCFullYear(...parts: number[]): number; setUTCHours(...parts: number[]): number;
  setUTCMinutes(...parts: number[]): number; setUTCMonth(...parts: number[]): number;
  setUTCSeconds(...parts: number[]): number; setUTCMilliseconds(value: number): number;
  toDateString(): string; toISOString(): string; toJSON(key?: any): string;
  toLocaleDateString(locales?: any, options?: any): string; toLocaleString(locales?: any, options?: any): string;
  toLocaleTimeString(locales?: any, options?: any): string; toString(): string; toTimeString(): string;
  toUTCString(): string; valueOf(): number;
}
interface DateConstructor {
  (): string;
  new (...parts: any[]): Date;
  UTC(...parts: number[]): number;
  now(): number;
  parse(text: string): number;
}
interface RegExp {
  exec(text: string): RegExpExecArray | null;
  test(text: string): boolean;
  toString(): string;
  source: string; flags: string; global: boolean; ignoreCase: boolean; multiline: boolean; sticky: boolean;
  unicode: boolean; dotAll: boolean; hasIndices: boolean; lastIndex: number;
}
interface RegExpConstructor {
  (pattern: any, flags?: string): RegExp;
  new (pattern: any, flags?: string): RegExp;
  escape(text: string): string;
}
interface RegExpMatchArray extends Array<string> {
  index?: number; input?: string; groups?: { [key: string]: string }; indices?: any;
}
interface RegExpExecArray extends Array<string> {
  index: number; input: string; groups?: { [key: string]: string }; indices?: any;
}
interface Map<K, V> {
  size: number;
  clear(): void;
  delete(key: K): boolean;
  entries(): IterableIterator<[K, V]>;
  forEach(visit: (value: V, key: K, map: Map<K, V>) => void): void;
  get(key: K): V | undefined;
  has(key: K): boolean;
  keys(): IterableIterator<K>;
  set(key: K, value: V): Map<K, V>;
  values(): IterableIterator<V>;
}
interface MapConstructor {
  new <K, V>(entries?: Iterable<readonly [K, V]> | null): Map<K, V>;
  groupBy<T, K>(items: Iterable<T>, key: (value: T, index: number) => K): Map<K, T[]>;
}
interface Set<T> {
  size: number;
  add(value: T): Set<T>;
  clear(): void;
  delete(value: T): boolean;
  difference(other: any): Set<T>;
  entries(): IterableIterator<[T, T]>;
  forEach(visit: (value: T, again: T, set: Set<T>) => void): void;
  has(value: any): boolean;
  intersection(other: any): Set<T>;
  isSubsetOf(other: any): boolean;
  isSupersetOf(other: any): boolean;
  isDisjointFrom(other: any): boolean;
  keys(): IterableIterator<T>;
  symmetricDifference(other: any): Set<T>;
  union(other: any): Set<T>;
  values(): IterableIterator<T>;
}
interface SetConstructor { new <T>(items?: Iterable<T> | null): Set<T> }
interface WeakMap<K, V> { delete(key: K): boolean; get(key: K): V | undefined; has(key: K): boolean; set(key: K, value: V): any }
interface WeakMapConstructor { new <K, V>(entries?: any): WeakMap<K, V> }
interface WeakSet<T> { add(value: T): any; delete(value: T): boolean; has(value: T): boolean }
interface WeakSetConstructor { new <T>(items?: any): WeakSet<T> }
interface Promise<T> {
  then(done?: any, failed?: any): Promise<any>;
  catch(failed?: any): Promise<any>;
  finally(done?: any): Promise<T>;
}
interface PromiseConstructor {
  new <T>(run: (resolve: (value: any) => void, reject: (reason?: any) => void) => void): Promise<T>;
  all<T>(items: Iterable<Promise<T> | T>): Promise<T[]>;
  allSettled(items: any): Promise<any[]>;
  any(items: any): Promise<any>;
  race(items: any): Promise<any>;
  reject(reason?: any): Promise<any>;
  resolve<T>(value?: T): Promise<T>;
  withResolvers(): any;
}
interface Error { name: string; message: string; stack?: string; cause?: unknown }
interface ErrorConstructor { (message?: string, options?: any): Error; new (message?: string, options?: any): Error; captureStackTrace: any }
interface Math {
  E: number; LN10: number; LN2: number; LOG10E: number; LOG2E: number; PI: number; SQRT1_2: number; SQRT2: number;
  abs(x: number): number; acos(x: number): number; asin(x: number): number; atan(x: number): number;
  atan2(y: number, x: number): number; cbrt(x: number): number; ceil(x: number): number; clz32(x: number): number;
  cos(x: number): number; exp(x: number): number; floor(x: number): number; fround(x: number): number;
  hypot(...values: number[]): number; imul(x: number, y: number): number; log(x: number): number;
  log10(x: number): number; log1p(x: number): number; log2(x: number): number; max(...values: number[]): number;
  min(...values: number[]): number; pow(x: number, y: number): number; random(): number; round(x: number): number;
  sign(x: number): number; sin(x: number): number; sinh(x: number): number; cosh(x: number): number;
  sqrt(x: number): number; tan(x: number): number; tanh(x: number): number; trunc(x: number): number;
}
interface JSON { parse(text: string, change?: any): any; stringify(value: any, change?: any, space?: any): string }
declare const Array: ArrayConstructor;
declare const String: StringConstructor;
declare const Number: NumberConstructor;
declare const Boolean: BooleanConstructor;
declare const BigInt: BigIntConstructor;
declare const Symbol: any;
declare const Function: any;
declare const Object: ObjectConstructor;
declare const Date: DateConstructor;
declare const RegExp: RegExpConstructor;
declare const Map: MapConstructor;
declare const Set: SetConstructor;
declare const WeakMap: WeakMapConstructor;
declare const WeakSet: WeakSetConstructor;
declare const Promise: PromiseConstructor;
declare const Error: ErrorConstructor;
declare const TypeError: ErrorConstructor;
declare const RangeError: ErrorConstructor;
declare const SyntaxError: ErrorConstructor;
declare const Math: Math;
declare const JSON: JSON;
declare const Intl: any;
declare const Reflect: any;
declare const Proxy: any;
declare const Temporal: any;
declare const NaN: number;
declare const Infinity: number;
declare const globalThis: any;
declare const console: any;
declare function parseInt(text: string, radix?: number): number;
declare function parseFloat(text: string): number;
declare function isNaN(value: number): boolean;
declare function isFinite(value: number): boolean;
declare function encodeURIComponent(text: any): string;
declare function decodeURIComponent(text: string): string;
declare function encodeURI(text: string): string;
declare function decodeURI(text: string): string;
declare function setTimeout(run: any, delay?: number, ...values: any[]): any;
declare function clearTimeout(id: any): void;
declare function setInterval(run: any, delay?: number, ...values: any[]): any;
declare function clearInterval(id: any): void;
declare function queueMicrotask(run: any): void;
declare function structuredClone<T>(value: T): T;
declare function btoa(text: string): string;
declare function atob(text: string): string;
declare function fetch(target: any, options?: any): Promise<any>;
