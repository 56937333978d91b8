import type { LiveMessage } from '@tintype/contracts';
import type { Protocol } from 'devtools-protocol';
import { textOf, virtualKeyCode } from './keys.js';

/** The page's size in CSS pixels. */
export interface PageSize {
  width: number;
  height: number;
}

export type InputCommand =
  | { method: 'Input.dispatchMouseEvent'; params: Protocol.Input.DispatchMouseEventRequest }
  | { method: 'Input.dispatchTouchEvent'; params: Protocol.Input.DispatchTouchEventRequest }
  | { method: 'Input.dispatchKeyEvent'; params: Protocol.Input.DispatchKeyEventRequest }
  | { method: 'Input.insertText'; params: Protocol.Input.InsertTextRequest };

type MessageOf<T extends LiveMessage['type']> = Extract<LiveMessage, { type: T }>;

/** The input that a viewer may send to the page. Nothing else from a viewer reaches DevTools. */
export type ControlMessage = MessageOf<'pointer' | 'wheel' | 'touch' | 'key' | 'text' | 'paste'>;

export const isControl = (message: LiveMessage): message is ControlMessage =>
  message.type !== 'screen' && message.type !== 'drawn' && message.type !== 'pause';

/** Maps a fraction to a pixel. The last pixel is `length - 1`. */
const within = (fraction: number, length: number) => Math.min(Math.max(fraction * length, 0), Math.max(length - 1, 0));

const placeOf = ({ x, y }: { x: number; y: number }, { width, height }: PageSize) => ({
  x: within(x, width),
  y: within(y, height),
});

const mouseTypes = { move: 'mouseMoved', down: 'mousePressed', up: 'mouseReleased' } as const;

const pointerCommand = (message: MessageOf<'pointer'>, size: PageSize): InputCommand => {
  const { event, button, buttons, clickCount, modifiers } = message;
  const params = { type: mouseTypes[event], ...placeOf(message, size), button, buttons, clickCount, modifiers };
  return { method: 'Input.dispatchMouseEvent', params: { ...params, pointerType: 'mouse' } };
};

const wheelCommand = (message: MessageOf<'wheel'>, size: PageSize): InputCommand => {
  const { deltaX, deltaY, modifiers } = message;
  const params = { type: 'mouseWheel', ...placeOf(message, size), deltaX, deltaY, modifiers } as const;
  return { method: 'Input.dispatchMouseEvent', params };
};

const touchTypes = { start: 'touchStart', move: 'touchMove', end: 'touchEnd', cancel: 'touchCancel' } as const;

const touchCommand = ({ event, points, modifiers }: MessageOf<'touch'>, size: PageSize): InputCommand => {
  const touchPoints = points.map((point) => ({ id: point.id, ...placeOf(point, size) }));
  return { method: 'Input.dispatchTouchEvent', params: { type: touchTypes[event], touchPoints, modifiers } };
};

const keyCommand = ({ event, key, code, modifiers, repeat }: MessageOf<'key'>): InputCommand => {
  const common = { key, code, modifiers, windowsVirtualKeyCode: virtualKeyCode(key, code) };
  if (event === 'up') return { method: 'Input.dispatchKeyEvent', params: { ...common, type: 'keyUp' } };
  const text = textOf(key, modifiers);
  const typed = text === undefined ? ({ type: 'rawKeyDown' } as const) : ({ type: 'keyDown', text } as const);
  return { method: 'Input.dispatchKeyEvent', params: { ...common, ...typed, autoRepeat: repeat } };
};

export const commandOf = (message: ControlMessage, size: PageSize): InputCommand => {
  switch (message.type) {
    case 'pointer':
      return pointerCommand(message, size);
    case 'wheel':
      return wheelCommand(message, size);
    case 'touch':
      return touchCommand(message, size);
    case 'key':
      return keyCommand(message);
    case 'text':
    case 'paste':
      return { method: 'Input.insertText', params: { text: message.text } };
  }
};
