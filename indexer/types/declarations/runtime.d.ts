// Types that programs import from the runtime, as far as a contract shows them: names, fields, order of unions.
import { Stream, VNode, UI, FabricValue, JSONSchema } from "commonfabric";

export type UIRenderable = { [UI]: VNode };
export type WishState<T> = { result: T | undefined; candidates: T[]; error?: any; [UI]?: VNode };
export type FsProjection =
  | { type: "text/markdown"; frontmatter?: Record<string, unknown>; content: string }
  | { type: "application/json"; content: Record<string, unknown> }
  | { type?: never; [name: string]: unknown };
export type CellScope = "space" | "user" | "session";
export interface Pattern { argumentSchema: JSONSchema; resultSchema: JSONSchema; defaultScope?: CellScope }
export interface PatternToolResult<E = Record<PropertyKey, never>> {
  pattern: Pattern;
  extraParams: E;
  useResultSchemaForObservation?: boolean;
}
export type BuiltInLLMTextPart = { type: "text"; text: string };
export type BuiltInLLMImagePart = { type: "image"; image: string };
export type BuiltInLLMToolCallPart = {
  type: "tool-call";
  toolCallId: string;
  toolName: string;
  input: Record<string, any>;
};
export type BuiltInLLMToolResultPart = {
  type: "tool-result";
  toolCallId: string;
  toolName: string;
  output: { type: "text"; value: string } | { type: "json"; value: any };
};
export type BuiltInLLMContentPart =
  | BuiltInLLMTextPart
  | BuiltInLLMImagePart
  | BuiltInLLMToolCallPart
  | BuiltInLLMToolResultPart;
export type BuiltInLLMContent = string | BuiltInLLMContentPart[];
export type BuiltInLLMMessage = { role: "user" | "assistant" | "system" | "tool"; content: BuiltInLLMContent };
export interface BuiltInLLMGroundingSource { url?: string; title?: string; snippet?: string }
export interface BuiltInGenerateTextState {
  pending: boolean;
  result?: string;
  error?: string;
  partial?: string;
  requestHash?: string;
  groundingSources?: readonly BuiltInLLMGroundingSource[];
}
export type BuiltInLLMGenerateObjectState<T> = {
  pending: boolean;
  result?: T;
  messages?: BuiltInLLMMessage[];
  partial?: string;
  error?: string;
  cancelGeneration: Stream<void>;
};
export interface BuiltInLLMState {
  pending: boolean;
  result?: BuiltInLLMContent;
  partial?: string;
  error?: string;
  cancelGeneration: Stream<void>;
  groundingSources?: readonly BuiltInLLMGroundingSource[];
}
export interface BuiltInLLMDialogState {
  pending: boolean;
  result?: any;
  error?: string;
  cancelGeneration: Stream<void>;
  addMessage: Stream<BuiltInLLMMessage>;
  pinCell: Stream<{ path: string; name: string }>;
  unpinAllCells: Stream<void>;
  flattenedTools: Record<string, any>;
  pinnedCells: Array<{ path: string; name: string }>;
}
export interface ImageData {
  id: string;
  name: string;
  url: string;
  data: string;
  timestamp: number;
  size: number;
  type: string;
  width?: number;
  height?: number;
  exif?: {
    make?: string; model?: string; software?: string; dateTime?: string; orientation?: number;
    gpsLatitude?: number; gpsLongitude?: number; gpsAltitude?: number;
    fNumber?: number; exposureTime?: string; iso?: number; focalLength?: number;
    pixelXDimension?: number; pixelYDimension?: number;
    raw?: Record<string, any>;
  };
}
export type CurrentPrincipal = { __ctCurrentPrincipal: true };
export interface AnyStream {}
export type BuiltInLLMTool = { description?: string } & (
  | { pattern: Pattern; handler?: never; extraParams?: Record<string, any>; useResultSchemaForObservation?: boolean }
  | { handler: AnyStream | any; pattern?: never }
);
export type JSONValue = null | boolean | number | string | JSONArray | JSONObject;
export interface JSONArray extends ReadonlyArray<JSONValue> {}
export interface JSONObject extends Readonly<Record<string, JSONValue>> {}
export type DID = `did:${string}:${string}`;
