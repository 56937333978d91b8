import type { BrowserContext, Frame } from 'playwright-core';
import { engineScript } from './engine.js';

let registered = 0;
const names = new WeakMap<BrowserContext, string>();

/** Has Playwright know our selector engine in a browser that it is connected to: under a name of its own for each. */
export const registerEngine = async (context: BrowserContext): Promise<void> => {
  const { selectors } = await import('playwright-core');
  registered += 1;
  const name = `tintype${registered}`;
  await selectors.register(name, { content: engineScript }, { contentScript: true });
  names.set(context, name);
};

/** What the engine is called where the frame is. */
export const engineOf = (frame: Frame): string => {
  const name = names.get(frame.page().context());
  if (name === undefined) throw new Error('The selector engine is not registered.');
  return name;
};
