// The part of the web platform that patterns use, in our words.

interface URL {
  hash: string; host: string; hostname: string; href: string; origin: string; password: string; pathname: string;
  port: string; protocol: string; search: string; searchParams: URLSearchParams; username: string;
  toString(): string; toJSON(): string;
}
interface URLConstructor { new (text: any, base?: any): URL; canParse(text: any, base?: any): boolean; parse(text: any, base?: any): URL | null; createObjectURL(value: any): string; revokeObjectURL(text: string): void }
interface URLSearchParams {
  append(name: string, value: string): void; delete(name: string): void; entries(): IterableIterator<[string, string]>;
  forEach(visit: (value: string, name: string) => void): void; get(name: string): string | null;
  getAll(name: string): string[]; has(name: string): boolean; keys(): IterableIterator<string>;
  set(name: string, value: string): void; sort(): void; toString(): string; values(): IterableIterator<string>; size: number;
}
interface Response {
  ok: boolean; status: number; statusText: string; headers: any; url: string; redirected: boolean; type: string;
  body: any; bodyUsed: boolean; json(): Promise<any>; text(): Promise<string>; blob(): Promise<any>;
  arrayBuffer(): Promise<any>; bytes(): Promise<any>; formData(): Promise<any>; clone(): Response;
}
declare const URL: URLConstructor;
declare const URLSearchParams: any;
declare const crypto: any;
declare const performance: any;
declare const navigator: any;
declare const document: any;
declare const window: any;
declare const location: any;
declare const process: any;
declare const Deno: any;
declare const Uint8Array: any;
declare const TextEncoder: any;
declare const TextDecoder: any;
declare const Headers: any;
declare const Request: any;
declare const Response: any;
declare const Blob: any;
declare const File: any;
declare const FormData: any;
declare const ArrayBuffer: any;
declare const DataView: any;
declare const AbortController: any;
declare const DOMParser: any;
declare const Event: any;
declare const CustomEvent: any;
declare const Float32Array: any;
declare const Float64Array: any;
declare const Int32Array: any;
declare const Uint8ClampedArray: any;
declare const Uint16Array: any;
declare const Uint32Array: any;
