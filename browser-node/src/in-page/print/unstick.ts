import type { OpenTrees } from '../tree.js';

/** Leaves sticky elements at their place in the text. A print does not scroll: they would cover other text there. */
export const unstick = (openTrees: OpenTrees): void => {
  const elements = openTrees().flatMap((tree) => [...tree.querySelectorAll('*')]);
  // Reads before it writes: a style read after a write takes long.
  const sticky = elements.filter((element) => getComputedStyle(element).position === 'sticky');
  for (const element of sticky) {
    if (!(element instanceof HTMLElement)) continue;
    // A form's field may have the name `style`.
    const style: CSSStyleDeclaration = Reflect.get(HTMLElement.prototype, 'style', element);
    for (const [name, value] of [
      ['position', 'relative'],
      ['inset', 'auto'],
    ] as const)
      style.setProperty(name, value, 'important');
  }
};
