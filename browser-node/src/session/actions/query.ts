import { limits, TintypeError } from '@tintype/contracts';
import type { QueriedElements } from '../../in-page/query-elements.js';
import { within } from '../elements/element.js';
import { look } from '../elements/locate.js';
import { ask } from '../page-world/ask.js';
import type { Action } from './action.js';

/** In the page and its open shadow trees, then in its frames, until there are enough. */
export const query: Action<'query'> = async (context, { selector, fields, attributes, limit, visibleOnly }) => {
  // Says whether it is a selector at all.
  await look(context, { selector });
  let count = 0;
  let room = limits.resultBytes / 4;
  const elements: QueriedElements['elements'] = [];
  for (const frame of context.page.frames()) {
    const isMain = frame === context.page.mainFrame();
    const left = limit - elements.length;
    const question = { selector, fields, attributes, limit: left, visibleOnly, mostLength: room };
    const found = await ask(frame, 'query', { question, within: within(context, isMain ? Infinity : 1000) }).catch(
      (error: unknown) => {
        if (isMain) throw error;
        return undefined;
      },
    );
    if (found?.tooLarge)
      throw new TintypeError('result_too_large', 'What was asked for is too large: ask for fewer elements, or fields.');
    room -= found?.length ?? 0;
    count += found?.count ?? 0;
    elements.push(...(found?.elements ?? []));
  }
  return { selector, fields, attributes, limit, count, elements };
};
