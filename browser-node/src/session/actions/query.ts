import { limits, type SessionActionPayload, TintypeError } from '@tintype/contracts';
import type { Frame } from 'playwright-core';
import type { Clip } from '../../capture/area/clip.js';
import type { QueriedElements } from '../../in-page/elements/query-elements.js';
import { placedBox } from '../browser/projection.js';
import type { Action, ActionContext } from '../context/action-context.js';
import { callLimit } from '../elements/element.js';
import { framesWith } from '../elements/locate.js';
import { viewOf } from '../elements/points.js';
import { ask } from '../page-world/ask.js';

/** Limit for an inner frame. A long answer takes seconds. A frame that hangs is skipped. */
const frameMs = 5000;

type FrameQuery = SessionActionPayload<'query'> & { maxLength: number };

/** Makes boxes relative to the window, like click points. */
const inWindow = async (context: ActionContext, frame: Frame, found: QueriedElements): Promise<QueriedElements> => {
  const view = await viewOf(context, frame);
  const elements = found.elements.map((element) => ({ ...element, bbox: placedBox(view, element.bbox as Clip) }));
  return { ...found, elements };
};

const queryIn = async (context: ActionContext, frame: Frame, question: FrameQuery, maxMs: number) => {
  const found = await ask(frame, 'query', { question, limit: callLimit(context, maxMs) });
  const hasBoxes = question.fields.includes('bbox') && found.elements.length > 0;
  return hasBoxes ? inWindow(context, frame, found) : found;
};

export const query: Action<'query'> = async (context, payload) => {
  const { selector, fields, attributes, limit } = payload;
  let count = 0;
  // Characters of JSON: each takes up to 3 bytes.
  let charactersLeft = limits.actionAnswerBytes / 4;
  const elements: QueriedElements['elements'] = [];
  for (const frame of await framesWith(context, selector)) {
    const question = { ...payload, limit: limit - elements.length, maxLength: charactersLeft };
    const isMain = frame === context.page.mainFrame();
    const asking = queryIn(context, frame, question, isMain ? Infinity : frameMs);
    const found = await (isMain ? asking : asking.catch(() => undefined));
    if (found?.tooLarge)
      throw new TintypeError('result_too_large', 'The answer is too large. Ask for fewer elements or fields.');
    charactersLeft -= found?.length ?? 0;
    count += found?.count ?? 0;
    elements.push(...(found?.elements ?? []));
  }
  return { selector, fields, attributes, limit, count, elements };
};
