// Made by `make generate` (scripts/clients/javascript.mjs); not to be edited.

import { payloadOf } from './action-arguments.js';
import type { CallOptions } from './transport.js';

/** CSS pixels of the window. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What every payload may have. */
export interface ActionPayload {
  /** Add a picture of the page to the answer. The payload may then set the viewport, too. */
  screenshot?: boolean | undefined;
}

/** What every action answers. */
export interface ActionResult {
  success: true;
  /** Seconds until the session expires. */
  expiresInSeconds: number;
  /** Events that the action did not ask for: a dialog, a download, another page. */
  notes?: string[];
  /** The picture, if the payload has `screenshot: true`. */
  screenshot?: { contentType: 'image/png'; bodyBase64: string };
}

export interface GotoPayload extends ActionPayload {
  /** How far the page has loaded before the answer; `commit` is its first byte. Default: "domcontentloaded". */
  waitUntil?: 'load' | 'domcontentloaded' | 'commit' | undefined;
  /** An absolute http or https URL, or `about:blank`. */
  url: string;
  /** The new size of the window; it stays. */
  viewport?: {
    /** CSS pixels. */
    width?: number | undefined;
    /** CSS pixels. */
    height?: number | undefined;
    /** Device pixels per CSS pixel. */
    deviceScaleFactor?: number | undefined;
  } | undefined;
  /** Device pixels per CSS pixel. */
  scaleFactor?: number | undefined;
  /** Width of the window in CSS pixels, with `vh`. */
  vw?: number | undefined;
  /** Height of the window in CSS pixels, with `vw`. */
  vh?: number | undefined;
  /** Device pixels per CSS pixel. */
  deviceScaleFactor?: number | undefined;
  /** A key of the device list; it wins over the size. */
  emulateDevice?: string | undefined;
}

export interface GotoResult extends ActionResult {
  url: string;
  status: number | null;
}

export interface BackPayload extends ActionPayload {
  /** How far the page has loaded before the answer; `commit` is its first byte. Default: "domcontentloaded". */
  waitUntil?: 'load' | 'domcontentloaded' | 'commit' | undefined;
}

export interface BackResult extends ActionResult {
  url: string;
}

export interface ForwardPayload extends ActionPayload {
  /** How far the page has loaded before the answer; `commit` is its first byte. Default: "domcontentloaded". */
  waitUntil?: 'load' | 'domcontentloaded' | 'commit' | undefined;
}

export interface ForwardResult extends ActionResult {
  url: string;
}

export interface ReloadPayload extends ActionPayload {
  /** How far the page has loaded before the answer; `commit` is its first byte. Default: "domcontentloaded". */
  waitUntil?: 'load' | 'domcontentloaded' | 'commit' | undefined;
}

export interface ReloadResult extends ActionResult {
  url: string;
}

export interface ClickPayload extends ActionPayload {
  /** CSS selector of the element. */
  selector?: string | undefined;
  /** A ref of a snapshot, such as `e12`. */
  ref?: string | undefined;
  /** CSS pixels of the window, from its top left corner. */
  x?: number | undefined;
  /** CSS pixels of the window, from its top left corner. */
  y?: number | undefined;
  /** Button of the mouse. Default: "left". */
  button?: 'left' | 'right' | 'middle' | undefined;
  /** Clicks in a row; 2 is a double click. Values above 3 count as 3. */
  clickCount?: number | undefined;
  /** Keys to hold. Default: []. */
  modifiers?: Array<'Alt' | 'Control' | 'ControlOrMeta' | 'Meta' | 'Shift'> | undefined;
}

export interface ClickResult extends ActionResult {
  url: string;
  matched: boolean;
  visible: boolean;
  elementText: string;
  tagName: string;
  attributes: Record<string, string>;
  boundingBox: Box | null;
  clickedPoint: {
    x: number;
    y: number;
  };
}

export interface HoverPayload extends ActionPayload {
  /** CSS selector of the element. */
  selector?: string | undefined;
  /** A ref of a snapshot, such as `e12`. */
  ref?: string | undefined;
  /** CSS pixels of the window, from its top left corner. */
  x?: number | undefined;
  /** CSS pixels of the window, from its top left corner. */
  y?: number | undefined;
}

export interface HoverResult extends ActionResult {
  url: string;
  matched: boolean;
  visible: boolean;
  elementText: string;
  tagName: string;
  attributes: Record<string, string>;
  boundingBox: Box | null;
  hoveredPoint: {
    x: number;
    y: number;
  };
}

export interface ScrollPayload extends ActionPayload {
  /** Where to scroll; down by default. */
  direction?: 'up' | 'down' | 'left' | 'right' | undefined;
  /** CSS pixels; most of the window by default. */
  amount?: number | undefined;
  /** CSS selector of the element. */
  selector?: string | undefined;
  /** A ref of a snapshot, such as `e12`. */
  ref?: string | undefined;
  /** CSS pixels to the right. */
  deltaX?: number | undefined;
  /** CSS pixels down. */
  deltaY?: number | undefined;
}

export interface ScrollResult extends ActionResult {
  scrollX: number;
  scrollY: number;
  atEnd: boolean;
}

export interface MoveMousePayload extends ActionPayload {
  /** CSS pixels of the window, from its top left corner. */
  x: number;
  /** CSS pixels of the window, from its top left corner. */
  y: number;
  /** Moves on the way; 1 by default. Values above 100 count as 100. */
  steps?: number | undefined;
}

export interface MoveMouseResult extends ActionResult {
  x: number;
  y: number;
}

export interface DragMousePayload extends ActionPayload {
  /** Points of the way, instead of `from` and `to`. */
  path?: Array<{
    /** CSS pixels of the window, from its top left corner. */
    x: number;
    /** CSS pixels of the window, from its top left corner. */
    y: number;
  }> | undefined;
  /** Where the button is pressed. */
  from?: {
    /** CSS pixels of the window, from its top left corner. */
    x: number;
    /** CSS pixels of the window, from its top left corner. */
    y: number;
  } | undefined;
  /** Where it is released. */
  to?: {
    /** CSS pixels of the window, from its top left corner. */
    x: number;
    /** CSS pixels of the window, from its top left corner. */
    y: number;
  } | undefined;
  /** Moves between two points; 10 by default. Values above 100 count as 100. */
  steps?: number | undefined;
}

export interface DragMouseResult extends ActionResult {
  x: number;
  y: number;
}

export type CursorPositionPayload = ActionPayload;

export interface CursorPositionResult extends ActionResult {
  x: number;
  y: number;
}

export interface TypePayload extends ActionPayload {
  /** CSS selector of the element. */
  selector?: string | undefined;
  /** A ref of a snapshot, such as `e12`. */
  ref?: string | undefined;
  /** Text to type. */
  text: string;
  /** Milliseconds between two keys; 0 by default. Values above 1000 count as 1000. */
  delayMs?: number | undefined;
  /** Empty the field first. Default: false. */
  clear?: boolean | undefined;
}

export interface TypeResult extends ActionResult {
  matched: boolean;
  visible: boolean;
  value: string;
}

export interface TypeTextPayload extends ActionPayload {
  /** Text to type. */
  text: string;
  /** Milliseconds between two keys; 0 by default. Values above 1000 count as 1000. */
  delayMs?: number | undefined;
}

export type TypeTextResult = ActionResult;

export interface FillPayload extends ActionPayload {
  /** CSS selector of the element. */
  selector?: string | undefined;
  /** A ref of a snapshot, such as `e12`. */
  ref?: string | undefined;
  /** The new value. */
  value?: string | undefined;
  /** The same as `value`. */
  text?: string | undefined;
}

export interface FillResult extends ActionResult {
  matched: boolean;
  value: string;
}

export interface SelectPayload extends ActionPayload {
  /** CSS selector of the element. */
  selector?: string | undefined;
  /** A ref of a snapshot, such as `e12`. */
  ref?: string | undefined;
  /** Value of the option to select. */
  value?: string | undefined;
  /** Values of several options. */
  values?: Array<string> | undefined;
  /** Text of the option to select. */
  label?: string | undefined;
}

export interface SelectResult extends ActionResult {
  selected: Array<string>;
}

export interface CheckPayload extends ActionPayload {
  /** CSS selector of the element. */
  selector?: string | undefined;
  /** A ref of a snapshot, such as `e12`. */
  ref?: string | undefined;
  /** false unchecks a checkbox. Default: true. */
  checked?: boolean | undefined;
}

export interface CheckResult extends ActionResult {
  checked: boolean;
}

export interface PressPayload extends ActionPayload {
  /** CSS selector of the element. */
  selector?: string | undefined;
  /** A ref of a snapshot, such as `e12`. */
  ref?: string | undefined;
  /** A key, or several at once: `Enter`, `Control+A`. */
  key: string;
  /** How often to press; 1 by default. Values above 100 count as 100. */
  count?: number | undefined;
}

export type PressResult = ActionResult;

export interface SnapshotPayload extends ActionPayload {
  /** CSS selector of the element. */
  selector?: string | undefined;
  /** A ref of a snapshot, such as `e12`. */
  ref?: string | undefined;
  /** `compact` leaves out elements that only group others. Default: "compact". */
  mode?: 'compact' | 'full' | undefined;
  /** Only elements that actions can use. Default: false. */
  interactiveOnly?: boolean | undefined;
  /** Longest text, in a model's tokens; 4000 by default. Values above 50000 count as 50000. */
  maxTokens?: number | undefined;
  /** Return what changed since the last snapshot with the same settings, if that is shorter. Default: false. */
  changesOnly?: boolean | undefined;
}

export interface SnapshotResult extends ActionResult {
  url: string;
  title: string;
  snapshot: string;
  tokenEstimate: number;
  truncated: boolean;
  changesOnly?: boolean | undefined;
}

export interface ContentPayload extends ActionPayload {
  /** Form of the content. Default: "text". */
  format?: 'text' | 'markdown' | 'html' | undefined;
}

export interface ContentResult extends ActionResult {
  format: 'text' | 'markdown' | 'html';
  content: string;
}

export interface QueryPayload extends ActionPayload {
  /** CSS selector of the elements. */
  selector: string;
  /** Properties to return of each element. Default: ["text"]. */
  fields?: Array<'text' | 'html' | 'href' | 'src' | 'alt' | 'title' | 'value' | 'name' | 'id' | 'className' | 'tag' | 'role' | 'ariaLabel' | 'visible' | 'bbox'> | undefined;
  /** Attributes to return of each element. */
  attributes?: Array<string> | undefined;
  /** Elements in the answer; 50 by default. Values above 500 count as 500. */
  limit?: number | undefined;
  /** Leave out elements that are not visible. Default: false. */
  visibleOnly?: boolean | undefined;
}

export interface QueryResult extends ActionResult {
  selector: string;
  fields: Array<'text' | 'html' | 'href' | 'src' | 'alt' | 'title' | 'value' | 'name' | 'id' | 'className' | 'tag' | 'role' | 'ariaLabel' | 'visible' | 'bbox'>;
  attributes: Array<string>;
  limit: number;
  count: number;
  elements: Array<{
    attributes: Record<string, string | null>;
    text?: string | boolean | Box | null | undefined;
    html?: string | boolean | Box | null | undefined;
    href?: string | boolean | Box | null | undefined;
    src?: string | boolean | Box | null | undefined;
    alt?: string | boolean | Box | null | undefined;
    title?: string | boolean | Box | null | undefined;
    value?: string | boolean | Box | null | undefined;
    name?: string | boolean | Box | null | undefined;
    id?: string | boolean | Box | null | undefined;
    className?: string | boolean | Box | null | undefined;
    tag?: string | boolean | Box | null | undefined;
    role?: string | boolean | Box | null | undefined;
    ariaLabel?: string | boolean | Box | null | undefined;
    visible?: string | boolean | Box | null | undefined;
    bbox?: string | boolean | Box | null | undefined;
  }>;
}

export type TitlePayload = ActionPayload;

export interface TitleResult extends ActionResult {
  title: string;
}

export type UrlPayload = ActionPayload;

export interface UrlResult extends ActionResult {
  url: string;
}

export interface ConsolePayload extends ActionPayload {
  /** The least severe level to return. Default: "debug". */
  level?: 'debug' | 'info' | 'warning' | 'error' | undefined;
  /** Entries in the answer; 100 by default. Values above 500 count as 500. */
  limit?: number | undefined;
  /** Forget the entries so far. Default: false. */
  clear?: boolean | undefined;
}

export interface ConsoleResult extends ActionResult {
  entries: Array<{
    timestamp: string;
    level: 'debug' | 'info' | 'warning' | 'error';
    text: string;
    source: string;
  }>;
}

export interface ErrorsPayload extends ActionPayload {
  /** The least severe level to return. Default: "debug". */
  level?: 'debug' | 'info' | 'warning' | 'error' | undefined;
  /** Entries in the answer; 100 by default. Values above 500 count as 500. */
  limit?: number | undefined;
  /** Forget the entries so far. Default: false. */
  clear?: boolean | undefined;
}

export interface ErrorsResult extends ActionResult {
  entries: Array<{
    timestamp: string;
    level: 'debug' | 'info' | 'warning' | 'error';
    text: string;
    source: string;
  }>;
}

export interface WaitForSelectorPayload extends ActionPayload {
  /** CSS selector of the element. */
  selector: string;
  /** Wait until it is visible, too. Default: false. */
  visible?: boolean | undefined;
  /** Longest wait in milliseconds; 10000 by default. Values above 25000 count as 25000. */
  timeoutMs?: number | undefined;
}

export interface WaitForSelectorResult extends ActionResult {
  matched: boolean;
}

export interface WaitForTimeoutPayload extends ActionPayload {
  /** Milliseconds; 1000 by default. Values above 2500 count as 2500. */
  timeoutMs?: number | undefined;
}

export interface WaitForTimeoutResult extends ActionResult {
  waitedMs: number;
}

export interface ScreenshotPayload extends ActionPayload {
  /** The whole page instead of the window. Default: false. */
  fullPage?: boolean | undefined;
  /** CSS selector of an element to capture alone. */
  selector?: string | undefined;
  /** The new size of the window; it stays. */
  viewport?: {
    /** CSS pixels. */
    width?: number | undefined;
    /** CSS pixels. */
    height?: number | undefined;
    /** Device pixels per CSS pixel. */
    deviceScaleFactor?: number | undefined;
  } | undefined;
  /** Device pixels per CSS pixel. */
  scaleFactor?: number | undefined;
  /** Width of the window in CSS pixels, with `vh`. */
  vw?: number | undefined;
  /** Height of the window in CSS pixels, with `vw`. */
  vh?: number | undefined;
  /** Device pixels per CSS pixel. */
  deviceScaleFactor?: number | undefined;
  /** A key of the device list; it wins over the size. */
  emulateDevice?: string | undefined;
}

export interface ScreenshotResult extends ActionResult {
  contentType: string;
  bodyBase64: string;
}

export interface SaveProfilePayload extends ActionPayload {
  /** The profile; an existing one is replaced. */
  name: string;
}

export interface SaveProfileResult extends ActionResult {
  name: string;
  bytes: number;
  cookies: number;
  origins: Array<string>;
  savedAt: string;
}

export interface BatchPayload extends ActionPayload {
  /** Actions, each with `type` and `payload`. */
  actions: readonly Action[];
  /** Leave out the rest after a failed action. Default: true. */
  stopOnError?: boolean | undefined;
}

export interface BatchResult extends ActionResult {
  results: Array<{
    type: string;
    success: boolean;
  }>;
  completed: number;
  failedIndex: number | null;
}

export interface ActionPayloads {
  goto: GotoPayload;
  back: BackPayload;
  forward: ForwardPayload;
  reload: ReloadPayload;
  click: ClickPayload;
  hover: HoverPayload;
  scroll: ScrollPayload;
  move_mouse: MoveMousePayload;
  drag_mouse: DragMousePayload;
  cursor_position: CursorPositionPayload;
  type: TypePayload;
  type_text: TypeTextPayload;
  fill: FillPayload;
  select: SelectPayload;
  check: CheckPayload;
  press: PressPayload;
  snapshot: SnapshotPayload;
  content: ContentPayload;
  query: QueryPayload;
  title: TitlePayload;
  url: UrlPayload;
  console: ConsolePayload;
  errors: ErrorsPayload;
  wait_for_selector: WaitForSelectorPayload;
  wait_for_timeout: WaitForTimeoutPayload;
  screenshot: ScreenshotPayload;
  save_profile: SaveProfilePayload;
  batch: BatchPayload;
}

export interface ActionResults {
  goto: GotoResult;
  back: BackResult;
  forward: ForwardResult;
  reload: ReloadResult;
  click: ClickResult;
  hover: HoverResult;
  scroll: ScrollResult;
  move_mouse: MoveMouseResult;
  drag_mouse: DragMouseResult;
  cursor_position: CursorPositionResult;
  type: TypeResult;
  type_text: TypeTextResult;
  fill: FillResult;
  select: SelectResult;
  check: CheckResult;
  press: PressResult;
  snapshot: SnapshotResult;
  content: ContentResult;
  query: QueryResult;
  title: TitleResult;
  url: UrlResult;
  console: ConsoleResult;
  errors: ErrorsResult;
  wait_for_selector: WaitForSelectorResult;
  wait_for_timeout: WaitForTimeoutResult;
  screenshot: ScreenshotResult;
  save_profile: SaveProfileResult;
  batch: BatchResult;
}

export type ActionType = keyof ActionPayloads;

/** An action of a batch. */
export type Action = { [T in ActionType]: { type: T; payload?: ActionPayloads[T] } }[ActionType];

export const actionTypes: readonly ActionType[] = [
  'goto',
  'back',
  'forward',
  'reload',
  'click',
  'hover',
  'scroll',
  'move_mouse',
  'drag_mouse',
  'cursor_position',
  'type',
  'type_text',
  'fill',
  'select',
  'check',
  'press',
  'snapshot',
  'content',
  'query',
  'title',
  'url',
  'console',
  'errors',
  'wait_for_selector',
  'wait_for_timeout',
  'screenshot',
  'save_profile',
  'batch',
];

/** The fields of a payload for which plain values may stand, in this order. */
export const actionFields = {
  goto: ['url'],
  click: ['selector'],
  hover: ['selector'],
  scroll: ['direction', 'amount'],
  move_mouse: ['x', 'y'],
  type: ['selector', 'text'],
  type_text: ['text'],
  fill: ['selector', 'value'],
  select: ['selector', 'value'],
  check: ['selector'],
  press: ['key'],
  content: ['format'],
  query: ['selector'],
  wait_for_selector: ['selector'],
  wait_for_timeout: ['timeoutMs'],
  save_profile: ['name'],
  batch: ['actions'],
} as const satisfies Partial<Record<ActionType, readonly string[]>>;

/** All fields of each payload. With a picture, each may set the viewport. */
const payloadFields: Readonly<Record<ActionType, readonly string[]>> = {
  goto: ['waitUntil', 'url', 'screenshot', 'viewport', 'scaleFactor', 'vw', 'vh', 'deviceScaleFactor', 'emulateDevice'],
  back: ['waitUntil', 'screenshot', 'viewport', 'scaleFactor', 'vw', 'vh', 'deviceScaleFactor', 'emulateDevice'],
  forward: ['waitUntil', 'screenshot', 'viewport', 'scaleFactor', 'vw', 'vh', 'deviceScaleFactor', 'emulateDevice'],
  reload: ['waitUntil', 'screenshot', 'viewport', 'scaleFactor', 'vw', 'vh', 'deviceScaleFactor', 'emulateDevice'],
  click: ['selector', 'ref', 'x', 'y', 'button', 'clickCount', 'modifiers', 'screenshot', 'viewport', 'scaleFactor', 'vw', 'vh', 'deviceScaleFactor', 'emulateDevice'],
  hover: ['selector', 'ref', 'x', 'y', 'screenshot', 'viewport', 'scaleFactor', 'vw', 'vh', 'deviceScaleFactor', 'emulateDevice'],
  scroll: ['direction', 'amount', 'selector', 'ref', 'deltaX', 'deltaY', 'screenshot', 'viewport', 'scaleFactor', 'vw', 'vh', 'deviceScaleFactor', 'emulateDevice'],
  move_mouse: ['x', 'y', 'steps', 'screenshot', 'viewport', 'scaleFactor', 'vw', 'vh', 'deviceScaleFactor', 'emulateDevice'],
  drag_mouse: ['path', 'from', 'to', 'steps', 'screenshot', 'viewport', 'scaleFactor', 'vw', 'vh', 'deviceScaleFactor', 'emulateDevice'],
  cursor_position: ['screenshot', 'viewport', 'scaleFactor', 'vw', 'vh', 'deviceScaleFactor', 'emulateDevice'],
  type: ['selector', 'ref', 'text', 'delayMs', 'clear', 'screenshot', 'viewport', 'scaleFactor', 'vw', 'vh', 'deviceScaleFactor', 'emulateDevice'],
  type_text: ['text', 'delayMs', 'screenshot', 'viewport', 'scaleFactor', 'vw', 'vh', 'deviceScaleFactor', 'emulateDevice'],
  fill: ['selector', 'ref', 'value', 'text', 'screenshot', 'viewport', 'scaleFactor', 'vw', 'vh', 'deviceScaleFactor', 'emulateDevice'],
  select: ['selector', 'ref', 'value', 'values', 'label', 'screenshot', 'viewport', 'scaleFactor', 'vw', 'vh', 'deviceScaleFactor', 'emulateDevice'],
  check: ['selector', 'ref', 'checked', 'screenshot', 'viewport', 'scaleFactor', 'vw', 'vh', 'deviceScaleFactor', 'emulateDevice'],
  press: ['selector', 'ref', 'key', 'count', 'screenshot', 'viewport', 'scaleFactor', 'vw', 'vh', 'deviceScaleFactor', 'emulateDevice'],
  snapshot: ['selector', 'ref', 'mode', 'interactiveOnly', 'maxTokens', 'changesOnly', 'screenshot', 'viewport', 'scaleFactor', 'vw', 'vh', 'deviceScaleFactor', 'emulateDevice'],
  content: ['format', 'screenshot', 'viewport', 'scaleFactor', 'vw', 'vh', 'deviceScaleFactor', 'emulateDevice'],
  query: ['selector', 'fields', 'attributes', 'limit', 'visibleOnly', 'screenshot', 'viewport', 'scaleFactor', 'vw', 'vh', 'deviceScaleFactor', 'emulateDevice'],
  title: ['screenshot', 'viewport', 'scaleFactor', 'vw', 'vh', 'deviceScaleFactor', 'emulateDevice'],
  url: ['screenshot', 'viewport', 'scaleFactor', 'vw', 'vh', 'deviceScaleFactor', 'emulateDevice'],
  console: ['level', 'limit', 'clear', 'screenshot', 'viewport', 'scaleFactor', 'vw', 'vh', 'deviceScaleFactor', 'emulateDevice'],
  errors: ['level', 'limit', 'clear', 'screenshot', 'viewport', 'scaleFactor', 'vw', 'vh', 'deviceScaleFactor', 'emulateDevice'],
  wait_for_selector: ['selector', 'visible', 'timeoutMs', 'screenshot', 'viewport', 'scaleFactor', 'vw', 'vh', 'deviceScaleFactor', 'emulateDevice'],
  wait_for_timeout: ['timeoutMs', 'screenshot', 'viewport', 'scaleFactor', 'vw', 'vh', 'deviceScaleFactor', 'emulateDevice'],
  screenshot: ['fullPage', 'selector', 'screenshot', 'viewport', 'scaleFactor', 'vw', 'vh', 'deviceScaleFactor', 'emulateDevice'],
  save_profile: ['name', 'screenshot', 'viewport', 'scaleFactor', 'vw', 'vh', 'deviceScaleFactor', 'emulateDevice'],
  batch: ['actions', 'stopOnError', 'screenshot', 'viewport', 'scaleFactor', 'vw', 'vh', 'deviceScaleFactor', 'emulateDevice'],
};

/** A method for each type of action. */
export abstract class SessionActions {
  /** Runs an action. The answer comes when it has ended. */
  abstract act<T extends ActionType>(
    type: T,
    payload?: ActionPayloads[T],
    call?: CallOptions,
  ): Promise<ActionResults[T]>;

  /** Opens a page. */
  goto(url: string, payload?: Omit<GotoPayload, 'url'>, call?: CallOptions): Promise<GotoResult>;
  goto(payload: GotoPayload, call?: CallOptions): Promise<GotoResult>;
  goto(...given: unknown[]) {
    return this.act('goto', ...payloadOf<GotoPayload>({ type: 'goto', first: actionFields.goto, fields: payloadFields.goto }, given));
  }

  /** Opens the previous page of the history, if any. */
  back(payload?: BackPayload, call?: CallOptions): Promise<BackResult> {
    return this.act('back', ...payloadOf<BackPayload>({ type: 'back', first: [], fields: payloadFields.back }, [payload, call]));
  }

  /** Opens the next page of the history, if any. */
  forward(payload?: ForwardPayload, call?: CallOptions): Promise<ForwardResult> {
    return this.act('forward', ...payloadOf<ForwardPayload>({ type: 'forward', first: [], fields: payloadFields.forward }, [payload, call]));
  }

  /** Reloads the page. */
  reload(payload?: ReloadPayload, call?: CallOptions): Promise<ReloadResult> {
    return this.act('reload', ...payloadOf<ReloadPayload>({ type: 'reload', first: [], fields: payloadFields.reload }, [payload, call]));
  }

  /** Clicks an element or a point of the window. */
  click(selector: string, payload?: Omit<ClickPayload, 'selector'>, call?: CallOptions): Promise<ClickResult>;
  click(payload: ClickPayload, call?: CallOptions): Promise<ClickResult>;
  click(...given: unknown[]) {
    return this.act('click', ...payloadOf<ClickPayload>({ type: 'click', first: actionFields.click, fields: payloadFields.click }, given));
  }

  /** Moves the mouse over an element, or to a point. */
  hover(selector: string, payload?: Omit<HoverPayload, 'selector'>, call?: CallOptions): Promise<HoverResult>;
  hover(payload: HoverPayload, call?: CallOptions): Promise<HoverResult>;
  hover(...given: unknown[]) {
    return this.act('hover', ...payloadOf<HoverPayload>({ type: 'hover', first: actionFields.hover, fields: payloadFields.hover }, given));
  }

  /** Scrolls as a wheel does at the mouse or in the middle of the window, or scrolls to an element. */
  scroll(direction: 'up' | 'down' | 'left' | 'right', amount: number, payload?: Omit<ScrollPayload, 'direction' | 'amount'>, call?: CallOptions): Promise<ScrollResult>;
  scroll(payload?: ScrollPayload, call?: CallOptions): Promise<ScrollResult>;
  scroll(...given: unknown[]) {
    return this.act('scroll', ...payloadOf<ScrollPayload>({ type: 'scroll', first: actionFields.scroll, fields: payloadFields.scroll }, given));
  }

  /** Moves the mouse. */
  moveMouse(x: number, y: number, payload?: Omit<MoveMousePayload, 'x' | 'y'>, call?: CallOptions): Promise<MoveMouseResult>;
  moveMouse(payload: MoveMousePayload, call?: CallOptions): Promise<MoveMouseResult>;
  moveMouse(...given: unknown[]) {
    return this.act('move_mouse', ...payloadOf<MoveMousePayload>({ type: 'move_mouse', first: actionFields.move_mouse, fields: payloadFields.move_mouse }, given));
  }

  /** Drags with the left button. */
  dragMouse(payload?: DragMousePayload, call?: CallOptions): Promise<DragMouseResult> {
    return this.act('drag_mouse', ...payloadOf<DragMousePayload>({ type: 'drag_mouse', first: [], fields: payloadFields.drag_mouse }, [payload, call]));
  }

  /** Returns the position of the mouse. */
  cursorPosition(payload?: CursorPositionPayload, call?: CallOptions): Promise<CursorPositionResult> {
    return this.act('cursor_position', ...payloadOf<CursorPositionPayload>({ type: 'cursor_position', first: [], fields: payloadFields.cursor_position }, [payload, call]));
  }

  /** Types into an element, key by key. */
  type(selector: string, text: string, payload?: Omit<TypePayload, 'selector' | 'text'>, call?: CallOptions): Promise<TypeResult>;
  type(payload: TypePayload, call?: CallOptions): Promise<TypeResult>;
  type(...given: unknown[]) {
    return this.act('type', ...payloadOf<TypePayload>({ type: 'type', first: actionFields.type, fields: payloadFields.type }, given));
  }

  /** Types into the focused element. */
  typeText(text: string, payload?: Omit<TypeTextPayload, 'text'>, call?: CallOptions): Promise<TypeTextResult>;
  typeText(payload: TypeTextPayload, call?: CallOptions): Promise<TypeTextResult>;
  typeText(...given: unknown[]) {
    return this.act('type_text', ...payloadOf<TypeTextPayload>({ type: 'type_text', first: actionFields.type_text, fields: payloadFields.type_text }, given));
  }

  /** Sets the value of a field at once. */
  fill(selector: string, value: string, payload?: Omit<FillPayload, 'selector' | 'value'>, call?: CallOptions): Promise<FillResult>;
  fill(payload: FillPayload, call?: CallOptions): Promise<FillResult>;
  fill(...given: unknown[]) {
    return this.act('fill', ...payloadOf<FillPayload>({ type: 'fill', first: actionFields.fill, fields: payloadFields.fill }, given));
  }

  /** Selects options of a select element. */
  select(selector: string, value: string, payload?: Omit<SelectPayload, 'selector' | 'value'>, call?: CallOptions): Promise<SelectResult>;
  select(payload?: SelectPayload, call?: CallOptions): Promise<SelectResult>;
  select(...given: unknown[]) {
    return this.act('select', ...payloadOf<SelectPayload>({ type: 'select', first: actionFields.select, fields: payloadFields.select }, given));
  }

  /** Checks a checkbox or a radio button, or unchecks a checkbox. */
  check(selector: string, payload?: Omit<CheckPayload, 'selector'>, call?: CallOptions): Promise<CheckResult>;
  check(payload?: CheckPayload, call?: CallOptions): Promise<CheckResult>;
  check(...given: unknown[]) {
    return this.act('check', ...payloadOf<CheckPayload>({ type: 'check', first: actionFields.check, fields: payloadFields.check }, given));
  }

  /** Presses a key, or several at once. */
  press(key: string, payload?: Omit<PressPayload, 'key'>, call?: CallOptions): Promise<PressResult>;
  press(payload: PressPayload, call?: CallOptions): Promise<PressResult>;
  press(...given: unknown[]) {
    return this.act('press', ...payloadOf<PressPayload>({ type: 'press', first: actionFields.press, fields: payloadFields.press }, given));
  }

  /** Returns the page as an accessibility tree, with a ref for each element that actions can use. */
  snapshot(payload?: SnapshotPayload, call?: CallOptions): Promise<SnapshotResult> {
    return this.act('snapshot', ...payloadOf<SnapshotPayload>({ type: 'snapshot', first: [], fields: payloadFields.snapshot }, [payload, call]));
  }

  /** Returns the page as clean text, Markdown or HTML. */
  content(format: 'text' | 'markdown' | 'html', payload?: Omit<ContentPayload, 'format'>, call?: CallOptions): Promise<ContentResult>;
  content(payload?: ContentPayload, call?: CallOptions): Promise<ContentResult>;
  content(...given: unknown[]) {
    return this.act('content', ...payloadOf<ContentPayload>({ type: 'content', first: actionFields.content, fields: payloadFields.content }, given));
  }

  /** Returns properties of the elements that match a selector. */
  query(selector: string, payload?: Omit<QueryPayload, 'selector'>, call?: CallOptions): Promise<QueryResult>;
  query(payload: QueryPayload, call?: CallOptions): Promise<QueryResult>;
  query(...given: unknown[]) {
    return this.act('query', ...payloadOf<QueryPayload>({ type: 'query', first: actionFields.query, fields: payloadFields.query }, given));
  }

  /** Returns the title of the page, at most 1000 characters. */
  title(payload?: TitlePayload, call?: CallOptions): Promise<TitleResult> {
    return this.act('title', ...payloadOf<TitlePayload>({ type: 'title', first: [], fields: payloadFields.title }, [payload, call]));
  }

  /** Returns the address of the page, at most 8192 characters. */
  url(payload?: UrlPayload, call?: CallOptions): Promise<UrlResult> {
    return this.act('url', ...payloadOf<UrlPayload>({ type: 'url', first: [], fields: payloadFields.url }, [payload, call]));
  }

  /** Returns console entries of scripts and browser, newest last. */
  console(payload?: ConsolePayload, call?: CallOptions): Promise<ConsoleResult> {
    return this.act('console', ...payloadOf<ConsolePayload>({ type: 'console', first: [], fields: payloadFields.console }, [payload, call]));
  }

  /** Returns uncaught errors and failed requests, newest last. */
  errors(payload?: ErrorsPayload, call?: CallOptions): Promise<ErrorsResult> {
    return this.act('errors', ...payloadOf<ErrorsPayload>({ type: 'errors', first: [], fields: payloadFields.errors }, [payload, call]));
  }

  /** Waits until an element matches. If none does in time, the answer is `matched: false`, not an error. */
  waitForSelector(selector: string, payload?: Omit<WaitForSelectorPayload, 'selector'>, call?: CallOptions): Promise<WaitForSelectorResult>;
  waitForSelector(payload: WaitForSelectorPayload, call?: CallOptions): Promise<WaitForSelectorResult>;
  waitForSelector(...given: unknown[]) {
    return this.act('wait_for_selector', ...payloadOf<WaitForSelectorPayload>({ type: 'wait_for_selector', first: actionFields.wait_for_selector, fields: payloadFields.wait_for_selector }, given));
  }

  /** Waits at most 2500 ms; longer waits are cut. */
  waitForTimeout(timeoutMs: number, payload?: Omit<WaitForTimeoutPayload, 'timeoutMs'>, call?: CallOptions): Promise<WaitForTimeoutResult>;
  waitForTimeout(payload?: WaitForTimeoutPayload, call?: CallOptions): Promise<WaitForTimeoutResult>;
  waitForTimeout(...given: unknown[]) {
    return this.act('wait_for_timeout', ...payloadOf<WaitForTimeoutPayload>({ type: 'wait_for_timeout', first: actionFields.wait_for_timeout, fields: payloadFields.wait_for_timeout }, given));
  }

  /** Takes a picture of the window, the whole page or an element. */
  screenshot(payload?: ScreenshotPayload, call?: CallOptions): Promise<ScreenshotResult> {
    return this.act('screenshot', ...payloadOf<ScreenshotPayload>({ type: 'screenshot', first: [], fields: payloadFields.screenshot }, [payload, call]));
  }

  /** Saves cookies, local storage and databases as a profile, which later sessions can load. */
  saveProfile(name: string, payload?: Omit<SaveProfilePayload, 'name'>, call?: CallOptions): Promise<SaveProfileResult>;
  saveProfile(payload: SaveProfilePayload, call?: CallOptions): Promise<SaveProfileResult>;
  saveProfile(...given: unknown[]) {
    return this.act('save_profile', ...payloadOf<SaveProfilePayload>({ type: 'save_profile', first: actionFields.save_profile, fields: payloadFields.save_profile }, given));
  }

  /** Runs several actions, one after another. */
  batch(actions: readonly Action[], payload?: Omit<BatchPayload, 'actions'>, call?: CallOptions): Promise<BatchResult>;
  batch(payload: BatchPayload, call?: CallOptions): Promise<BatchResult>;
  batch(...given: unknown[]) {
    return this.act('batch', ...payloadOf<BatchPayload>({ type: 'batch', first: actionFields.batch, fields: payloadFields.batch, steps: payloadFields }, given));
  }
}
