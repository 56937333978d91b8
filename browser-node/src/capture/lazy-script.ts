import { fixedElements, scrollLazily } from '../in-page/lazy-scroll.js';
import { attributesOf, awaitsReveal, awaitsSource, collectWants } from '../in-page/lazy-wants.js';
import { watchMotion } from '../in-page/motion.js';

const tools = Object.entries({ attributesOf, awaitsReveal, awaitsSource, collectWants, fixedElements, watchMotion });

/**
 * Scrolls through a document and back, at most by `maxScreens` windows, so that lazy content loads. Resolves to false if
 * it ended early. `stopLoadLazy` stops it.
 */
export const loadLazy = new Function(
  'timeoutMs',
  'maxScreens',
  `return (${scrollLazily})(timeoutMs, maxScreens, { ${tools.map(([name, tool]) => `${name}: ${tool}`).join(', ')} });`,
) as (timeoutMs: number, maxScreens: number) => Promise<boolean>;
