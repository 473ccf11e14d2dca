/**
 * JSX of pattern programs: HTML elements and the `cf-*` components. The same
 * types serve as the global `JSX` namespace and as `commonfabric/jsx-runtime`.
 */
import type { AnyCell, JSXElement, RenderNode, Stream } from "commonfabric";

/** A value, or a cell of it. */
type Live<T> = T | AnyCell<T>;
/** What a two-way binding writes to: the live value itself. */
type Bound<T> = Live<T>;

/** What a listener gets: the part of the component's event that is data. */
interface ComponentEvent<Detail> {
  type: string;
  detail: Detail;
  target: { value?: string; checked?: boolean };
}

type Listener<Detail = any> =
  | Stream<any, any>
  | ((event: ComponentEvent<Detail>) => void)
  | (() => void);

interface Attributes {
  children?: RenderNode;
  key?: string | number;
  id?: string;
  class?: Live<string>;
  className?: Live<string>;
  style?: Live<string> | Record<string, Live<string | number>>;
  slot?: string;
  title?: Live<string>;
  hidden?: Live<boolean>;
  role?: string;
  tabIndex?: number;
  onClick?: Listener;
  onKeyDown?: Listener;
  [data: `data-${string}`]: Live<string | number | boolean>;
  [aria: `aria-${string}`]: Live<string | number | boolean>;
}

type Gap = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "8";
type Tone = "default" | "muted" | "primary" | "success" | "warning" | "error";
type Status = "info" | "success" | "warning" | "error";
type Colour = "neutral" | "primary" | "accent" | "danger";
type Size = "xs" | "sm" | "md" | "lg" | "xl";

interface StackAttributes extends Attributes {
  gap?: Gap;
  align?: "start" | "center" | "end" | "stretch" | "baseline";
  justify?: "start" | "center" | "end" | "between" | "around" | "evenly";
  padding?: Gap;
  wrap?: boolean;
}

interface ButtonAttributes extends Attributes {
  color?: Colour;
  variant?: Live<"solid" | "outline" | "ghost">;
  size?: Size | "icon" | "default";
  disabled?: Live<boolean>;
  type?: "button" | "submit" | "reset";
}

interface FieldAttributes<Value> extends Attributes {
  $value?: Bound<Value>;
  value?: Live<Value>;
  placeholder?: Live<string>;
  disabled?: Live<boolean>;
  readonly?: Live<boolean>;
  required?: boolean;
  name?: string;
  "oncf-input"?: Listener<{ value: string }>;
  "oncf-change"?: Listener<{ value: string }>;
  "oncf-submit"?: Listener<{ value: string }>;
}

interface InputAttributes extends FieldAttributes<string | number | null | undefined> {
  type?:
    | "text"
    | "password"
    | "email"
    | "number"
    | "tel"
    | "url"
    | "search"
    | "date"
    | "time"
    | "datetime-local"
    | "month"
    | "color";
  min?: string;
  max?: string;
  step?: string;
}

interface CheckAttributes extends Attributes {
  $checked?: Bound<boolean>;
  checked?: Live<boolean>;
  disabled?: Live<boolean>;
  name?: string;
  "oncf-change"?: Listener<{ checked: boolean }>;
}

interface Choice {
  label: string;
  value: unknown;
}

interface SelectAttributes extends Attributes {
  $value: Bound<any>;
  items: Live<readonly Choice[]>;
  multiple?: boolean;
  disabled?: Live<boolean>;
  placeholder?: string;
  "oncf-change"?: Listener<{ value: unknown }>;
}

interface PickerAttributes extends Attributes {
  $items: Bound<readonly any[]>;
  $selectedIndex?: Bound<number>;
  disabled?: boolean;
  "oncf-change"?: Listener<{ index: number; value: unknown }>;
  "oncf-confirm"?: Listener<{ index: number; value: unknown }>;
}

interface MessageInputAttributes extends Attributes {
  "button-text"?: string;
  placeholder?: string;
  disabled?: Live<boolean>;
  "oncf-send"?: Listener<{ message: string }>;
}

interface AxisOptions {
  label?: string;
  grid?: boolean;
  tickCount?: number;
}

interface ChartAttributes extends Attributes {
  height?: number;
  xAxis?: boolean | AxisOptions;
  yAxis?: boolean | AxisOptions;
  xType?: "linear" | "time" | "band";
  yType?: "linear" | "log";
}

interface MarkAttributes extends Attributes {
  $data?: Bound<readonly any[]>;
  data?: Live<readonly any[]>;
  x?: string;
  y?: string;
  color?: string;
  label?: string;
}

interface ComponentElements {
  "cf-screen": Attributes;
  "cf-vstack": StackAttributes;
  "cf-hstack": StackAttributes;
  "cf-vgroup": Attributes & { gap?: "sm" | "md" | "lg" };
  "cf-hgroup": Attributes & { gap?: "sm" | "md" | "lg"; wrap?: boolean };
  "cf-vscroll": Attributes & { flex?: boolean; showScrollbar?: boolean };
  "cf-hscroll": Attributes;
  "cf-grid": Attributes & { columns?: Live<string>; gap?: Live<string> };
  "cf-card": Attributes;
  "cf-toolbar": Attributes;
  "cf-separator": Attributes;
  "cf-collapsible": Attributes & { open?: Live<boolean> };
  "cf-heading": Attributes & { level?: number; "no-margin"?: boolean };
  "cf-text": Attributes & {
    tone?: Live<Tone>;
    variant?: Live<"caption" | "body" | "body-large" | "heading-sm" | "heading-md">;
    block?: boolean;
    truncate?: boolean;
  };
  "cf-label": Attributes;
  "cf-badge": Attributes & { color?: Colour; variant?: Live<"solid" | "outline"> };
  "cf-chip": Attributes & { label?: Live<string>; color?: Colour };
  "cf-alert": Attributes & { status?: Status | Live<string>; dismissible?: boolean };
  "cf-avatar": Attributes & { src?: Live<string>; name?: Live<string>; size?: Size };
  "cf-image": Attributes & { $bytes?: Bound<unknown>; mediaType?: string; alt?: string };
  "cf-markdown": Attributes & { $content?: Bound<string>; content?: string };
  "cf-loader": Attributes & { size?: Size };
  "cf-progress": Attributes & { value?: Live<number>; max?: number };
  "cf-skeleton": Attributes;
  "cf-empty-state": Attributes & { message?: Live<string> };
  "cf-table": Attributes;
  "cf-list-item": Attributes;
  "cf-button": ButtonAttributes;
  "cf-input": InputAttributes;
  "cf-textarea": FieldAttributes<string | undefined> & { rows?: number };
  "cf-code-editor": FieldAttributes<string> & {
    language?: "text/markdown" | "text/html" | "application/json";
  };
  "cf-field": Attributes & { label?: Live<string>; error?: Live<string>; help?: Live<string> };
  "cf-form": Attributes & { "oncf-submit"?: Listener };
  "cf-checkbox": CheckAttributes;
  "cf-switch": CheckAttributes;
  "cf-select": SelectAttributes;
  "cf-radio-group": Omit<SelectAttributes, "$value"> & { $value?: Bound<any> };
  "cf-autocomplete": Omit<SelectAttributes, "$value"> & { $value?: Bound<any> };
  "cf-slider": FieldAttributes<number> & { min?: number; max?: number; step?: number };
  "cf-picker": PickerAttributes;
  "cf-message-input": MessageInputAttributes;
  "cf-tabs": Attributes & { $value?: Bound<string>; value?: string };
  "cf-tab-list": Attributes;
  "cf-tab": Attributes & { value?: string };
  "cf-tab-panel": Attributes & { value?: string };
  "cf-calendar": Attributes & {
    $value?: Bound<string>;
    markedDates?: Live<string[]>;
    weekStart?: "sunday" | "monday";
  };
  "cf-chart": ChartAttributes;
  "cf-line-mark": MarkAttributes & { strokeWidth?: number };
  "cf-area-mark": MarkAttributes & { opacity?: number };
  "cf-bar-mark": MarkAttributes & { barPadding?: number };
  "cf-dot-mark": MarkAttributes & { radius?: number };
  "cf-render": Attributes & { $cell: Bound<any>; variant?: "full" | "chip" | "tile" };
  "cf-cell-link": Attributes & { $cell?: Bound<any>; label?: string };
  "cf-link": Attributes & { to: string };
}

type TextTag =
  | "abbr" | "article" | "aside" | "b" | "blockquote" | "br" | "caption"
  | "code" | "dd" | "div" | "dl" | "dt" | "em" | "fieldset" | "figcaption"
  | "figure" | "footer" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "header"
  | "hr" | "i" | "label" | "legend" | "main" | "mark" | "nav" | "p" | "pre"
  | "q" | "s" | "section" | "small" | "span" | "strong" | "sub" | "summary"
  | "sup" | "table" | "tbody" | "td" | "tfoot" | "th" | "thead" | "tr" | "u";

type HtmlElements =
  & { [Tag in TextTag]: Attributes }
  & {
    a: Attributes & { href?: Live<string>; target?: string; rel?: string };
    button: ButtonAttributes;
    details: Attributes & { open?: Live<boolean> };
    img: Attributes & { src?: Live<string>; alt?: Live<string> };
    li: Attributes & { value?: number };
    ol: Attributes & { start?: number };
    time: Attributes & { dateTime?: Live<string> };
    ul: Attributes;
  };

interface PatternElements extends ComponentElements, HtmlElements {}

export declare namespace JSX {
  type Element = JSXElement;
  interface ElementChildrenAttribute {
    children: unknown;
  }
  interface IntrinsicAttributes {
    key?: string | number;
  }
  interface IntrinsicElements extends PatternElements {}
}

declare global {
  namespace JSX {
    type Element = JSXElement;
    interface ElementChildrenAttribute {
      children: unknown;
    }
    interface IntrinsicAttributes {
      key?: string | number;
    }
    interface IntrinsicElements extends PatternElements {}
  }
}

export declare function jsx(type: unknown, props: unknown, key?: string): JSXElement;
export declare function jsxs(type: unknown, props: unknown, key?: string): JSXElement;
export declare const Fragment: (props: { children?: RenderNode }) => JSXElement;
