import type { BrowserContext, Frame } from 'playwright-core';
import { ariaFacts, ariaNamed, ariaRefs, setAriaName } from '../../in-page/elements/aria-facts.js';
import { ariaBound, ariaView } from '../../in-page/elements/aria-view.js';
import { elementTrouble, ownLabel, reachesLabel } from '../../in-page/elements/click-targets.js';
import { elementFacts, elementRefs, isVisible, shownBox, shownText } from '../../in-page/elements/elements.js';
import { fieldKind, fieldValue, maskPasswords, selectOptions, takeFocus } from '../../in-page/elements/fields.js';
import { areaBox, areaHitBox, areaImage, areaShape, mapAreas } from '../../in-page/elements/image-maps.js';
import { nearMatches, queryElements } from '../../in-page/elements/query-elements.js';
import { refusedFields } from '../../in-page/elements/refused-fields.js';
import { isEdited, isSummary, roleOf } from '../../in-page/elements/roles.js';
import { scrollers, scrollPage, scrollToElement } from '../../in-page/elements/scrolling.js';
import { deepQuery, domOf, elementAt, outerOf } from '../../in-page/tree.js';

/**
 * A selector engine runs code in the world that Playwright keeps in each document, apart from the page's scripts.
 * `["find", {…}]` finds an element. A question like `["count", {…}]` answers with a detached element that holds JSON.
 * `["name", {…}]` names the element it is asked in. `["tree", {…}]` finds a tree's root and prepares the page until the
 * next question. Refs last as long as their document.
 */
const engineScript = `(() => {
  const [areaImage, areaBox] = [${areaImage}, (${areaBox})(${areaImage}, ${areaShape})];
  const aimAt = (${mapAreas})({ imageOf: areaImage, boxOf: areaBox, hitBoxOf: (${areaHitBox})(areaBox, ${elementAt}) });
  const [domOf, scrollers] = [${domOf}, ${scrollers}];
  const [isVisible, shownText, roleOf] = [(${isVisible})(domOf), (${shownText})(domOf), (${roleOf})(domOf)];
  const [deepQuery, elementAt, elementFacts] = [${deepQuery}, ${elementAt}, ${elementFacts}];
  const [outerOf, isSummary, isEdited, ariaNamed] = [(${outerOf})(domOf), (${isSummary})(domOf), (${isEdited})(), (${ariaNamed})({ domOf, deepQuery })];
  const reachesLabel = (${reachesLabel})({ domOf, outerOf });
  const bound = (${ariaBound})();
  const plainValue = (${maskPasswords})();
  const refs = (${elementRefs})();
  const { refOf } = refs;
  const refused = (${refusedFields})({ isVisible, refOf });
  const tools = {
    domOf, scrollers, deepQuery, isVisible, elementAt, roleOf, shownText, plainValue, elementFacts, refOf,
    outerOf, isSummary, isEdited, ariaNamed, isCut: bound.isCut, reachesLabel,
  };
  const view = (${ariaView})(tools);

  const all = ({ selector, ref, at }) => {
    if (selector !== undefined) return deepQuery(domOf(document), selector);
    return [at ? elementAt(at.x, at.y) : refs.find(ref)].filter(Boolean);
  };
  const find = (which) => {
    const found = all(which);
    return found.find(isVisible) ?? found[0];
  };
  const forElement = (answer) => (which) => {
    const element = find(which);
    return element ? answer(element, which) : null;
  };
  const count = (which) => {
    try {
      const found = all(which);
      return { count: found.length, visible: found.some(isVisible) };
    } catch (error) {
      if (error.name === 'SyntaxError') return null;
      throw error;
    }
  };
  /** Wraps answers that give refs: numbers begin at firstRef, and the answer has the next free one. */
  const naming = (answer) => (question) => {
    refs.startFrom(question.firstRef);
    return { answer: answer(question), nextRef: refs.next() };
  };
  const factsOf = (element) => elementFacts(element, tools);
  const questions = {
    count,
    facts: forElement(factsOf),
    factsAt: ({ x, y }) => {
      const element = elementAt(x, y);
      return element && factsOf(element);
    },
    kind: forElement(${fieldKind}),
    value: forElement((element) => (${fieldValue})(element, tools)),
    options: forElement((element, { wanted }) => (${selectOptions})(element, wanted)),
    focus: forElement(${takeFocus}),
    query: (query) => (${queryElements})(query, tools),
    scrollPage: (question) => (${scrollPage})(question, tools),
    scrollTo: forElement((element) => (${scrollToElement})(element, tools)),
    shownBox: forElement((element) => (${shownBox})(domOf(element))),
    trouble: naming(forElement((element) => (${elementTrouble})(element, tools))),
    ownLabel: naming(forElement((element) => (${ownLabel})(element, tools))),
    refused: naming(({ withinMs }) => refused(withinMs)),
    near: naming(({ selector }) => (${nearMatches})(selector, tools)),
    ariaRefs: naming(({ wanted }) => (${ariaRefs})(wanted, tools)),
    ariaFacts: () => (${ariaFacts})(tools),
    view: ({ bound }) => treeOf({ bound }).length > 0,
  };
  const treeOf = (which) => {
    const isPart = 'selector' in which || 'ref' in which;
    const root = isPart ? find(which) : (domOf(document).body ?? domOf(document).documentElement);
    if (!root) return [];
    view.begin(root, isPart);
    bound.begin(which.bound);
    return [root];
  };
  return {
    queryAll: (root, body) => {
      const [name, question] = JSON.parse(decodeURIComponent(body));
      if (name === 'name') return (${setAriaName})(root, question.name);
      view.end();
      bound.end();
      if (name === 'tree') return treeOf(question);
      if (name === 'find') {
        const found = find(question);
        aimAt(found);
        return [found].filter(Boolean);
      }
      const holder = document.createElement('data');
      holder.textContent = JSON.stringify(questions[name](question));
      return [holder];
    },
  };
})()`;

let registered = 0;
const names = new WeakMap<BrowserContext, string>();

export const registerEngine = async (context: BrowserContext): Promise<void> => {
  const { selectors } = await import('playwright-core');
  registered += 1;
  const name = `tintype${registered}`;
  await selectors.register(name, { content: engineScript }, { contentScript: true });
  names.set(context, name);
};

export const engineOf = (frame: Frame): string => {
  const name = names.get(frame.page().context());
  if (name === undefined) throw new Error('The selector engine is not registered.');
  return name;
};
