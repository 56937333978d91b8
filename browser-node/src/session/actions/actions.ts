import type { SessionActionType } from '@tintype/contracts';
import type { Action } from '../context/action-context.js';
import { withUnlockedPointer } from '../input/mouse.js';
import { batch } from './batch.js';
import { check } from './check.js';
import { click } from './click.js';
import { content } from './content.js';
import { fill, press, type, typeText } from './keyboard.js';
import { back, forward, goto, reload } from './navigation.js';
import { cursorPosition, dragMouse, hover, moveMouse } from './pointer.js';
import { query } from './query.js';
import { consoleLog, errors, title, url } from './reading.js';
import { saveProfile } from './save-profile.js';
import { screenshot } from './screenshot.js';
import { scroll } from './scroll.js';
import { select } from './select.js';
import { snapshot } from './snapshot.js';
import { waitForSelector, waitForTimeout } from './waiting.js';

export const actions: { readonly [T in SessionActionType]: Action<T> } = {
  goto,
  back,
  forward,
  reload,
  click: withUnlockedPointer(click),
  hover: withUnlockedPointer(hover),
  scroll,
  move_mouse: moveMouse,
  drag_mouse: withUnlockedPointer(dragMouse),
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
  save_profile: saveProfile,
  batch,
};
