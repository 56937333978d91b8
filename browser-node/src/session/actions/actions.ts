import type { SessionActionType } from '@tintype/contracts';
import type { Action } from '../context/action-context.js';
import { withFreePointer } from '../input/with-free-pointer.js';
import { back } from './back.js';
import { batch } from './batch.js';
import { check } from './check.js';
import { click } from './click.js';
import { consoleLog } from './console.js';
import { content } from './content.js';
import { cursorPosition } from './cursor-position.js';
import { dragMouse } from './drag-mouse.js';
import { errors } from './errors.js';
import { fill } from './fill.js';
import { forward } from './forward.js';
import { goto } from './goto.js';
import { hover } from './hover.js';
import { moveMouse } from './move-mouse.js';
import { press } from './press.js';
import { query } from './query.js';
import { reload } from './reload.js';
import { screenshot } from './screenshot.js';
import { scroll } from './scroll.js';
import { select } from './select.js';
import { snapshot } from './snapshot.js';
import { title } from './title.js';
import { type } from './type.js';
import { typeText } from './type-text.js';
import { url } from './url.js';
import { waitForSelector } from './wait-for-selector.js';
import { waitForTimeout } from './wait-for-timeout.js';

/** Every type of action that sessions have; their payloads and answers are in contracts (`sessionActions`). */
export const actions: { readonly [T in SessionActionType]: Action<T> } = {
  goto,
  back,
  forward,
  reload,
  click: withFreePointer(click),
  hover: withFreePointer(hover),
  scroll,
  move_mouse: moveMouse,
  drag_mouse: withFreePointer(dragMouse),
  cursor_position: cursorPosition,
  type,
  type_text: typeText,
  fill,
  select,
  check,
  press,
  snapshot,
  content,
  query,
  title,
  url,
  console: consoleLog,
  errors,
  wait_for_selector: waitForSelector,
  wait_for_timeout: waitForTimeout,
  screenshot,
  batch,
};
