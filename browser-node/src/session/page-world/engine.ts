import { areaBox, areaHitBox, areaImage, areaShape } from '../../in-page/area-box.js';
import { ariaBound } from '../../in-page/aria-bound.js';
import { ariaFacts } from '../../in-page/aria-facts.js';
import { ariaNamed } from '../../in-page/aria-named.js';
import { ariaRefs } from '../../in-page/aria-refs.js';
import { ariaView } from '../../in-page/aria-view.js';
import { bare } from '../../in-page/bare.js';
import { deepQuery } from '../../in-page/deep-query.js';
import { elementAt } from '../../in-page/element-at.js';
import { elementFacts } from '../../in-page/element-facts.js';
import { elementRefs } from '../../in-page/element-refs.js';
import { elementTrouble } from '../../in-page/element-trouble.js';
import { fieldKind } from '../../in-page/field-kind.js';
import { fieldValue } from '../../in-page/field-value.js';
import { isEdited } from '../../in-page/is-edited.js';
import { isSummary } from '../../in-page/is-summary.js';
import { isVisible } from '../../in-page/is-visible.js';
import { mapAreas } from '../../in-page/map-areas.js';
import { maskPasswords } from '../../in-page/mask-passwords.js';
import { nearMatches } from '../../in-page/near-matches.js';
import { outerOf } from '../../in-page/outer-of.js';
import { ownLabel } from '../../in-page/own-label.js';
import { queryElements } from '../../in-page/query-elements.js';
import { reachesLabel } from '../../in-page/reaches-label.js';
import { refusedFields } from '../../in-page/refused-fields.js';
import { roleOf } from '../../in-page/role-of.js';
import { scrollPage } from '../../in-page/scroll-page.js';
import { scrollToElement } from '../../in-page/scroll-to-element.js';
import { scrollers } from '../../in-page/scrollers.js';
import { selectOptions } from '../../in-page/select-options.js';
import { setAriaName } from '../../in-page/set-aria-name.js';
import { shownBox } from '../../in-page/shown-box.js';
import { shownText } from '../../in-page/shown-text.js';
import { takeFocus } from '../../in-page/take-focus.js';

/**
 * A selector engine is how Playwright lets others' code run in the world that it keeps in each document, apart from the
 * page's scripts. It finds elements (`["find", {…}]`), and answers questions (`["count", {…}]`) with an element that is
 * in no document and holds JSON; `["name", {…}]` is about the element in which it is asked, and finds none. `["tree", {…}]` finds what a tree is to be made of, and has Playwright see the page as that
 * needs it, until something else is asked. In a selector it is percent-encoded. What elements are called lasts as long as their document.
 */
export const engineScript = `(() => {
  const [areaImage, areaBox] = [${areaImage}, (${areaBox})(${areaImage}, ${areaShape})];
  const aimAt = (${mapAreas})({ imageOf: areaImage, boxOf: areaBox, hitBoxOf: (${areaHitBox})(areaBox, ${elementAt}) });
  const [bare, scrollers] = [${bare}, ${scrollers}];
  const [isVisible, shownText, roleOf] = [(${isVisible})(bare), (${shownText})(bare), (${roleOf})(bare)];
  const [deepQuery, elementAt, elementFacts] = [${deepQuery}, ${elementAt}, ${elementFacts}];
  const [outerOf, isSummary, isEdited, ariaNamed] = [(${outerOf})(bare), (${isSummary})(bare), (${isEdited})(), (${ariaNamed})({ bare, deepQuery })];
  const toLabel = (${reachesLabel})({ bare, outerOf });
  const bound = (${ariaBound})();
  const plainValue = (${maskPasswords})();
  const refs = (${elementRefs})();
  const { refOf } = refs;
  const refused = (${refusedFields})({ isVisible, refOf });
  const tools = {
    ...{ bare, scrollers, deepQuery, isVisible, elementAt, roleOf, shownText, plainValue, elementFacts, refOf },
    ...{ outerOf, isSummary, isEdited, ariaNamed, isCut: bound.isCut, reachesLabel: toLabel },
  };
  const view = (${ariaView})(tools);

  const all = ({ selector, ref, at }) => {
    if (selector !== undefined) return deepQuery(bare(document), selector);
    return [at ? elementAt(at.x, at.y) : refs.find(ref)].filter(Boolean);
  };
  const find = (which) => {
    const found = all(which);
    return found.find(isVisible) ?? found[0];
  };
  const of = (answer) => (which) => {
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
  /** Those that give names say from which number on, and up to which they came. */
  const naming = (answer) => (question) => {
    refs.startFrom(question.firstRef);
    return { answer: answer(question), nextRef: refs.next() };
  };
  const factsOf = (element) => elementFacts(element, tools);
  const questions = {
    count,
    facts: of(factsOf),
    factsAt: ({ x, y }) => {
      const element = elementAt(x, y);
      return element && factsOf(element);
    },
    kind: of(${fieldKind}),
    value: of((element) => (${fieldValue})(element, tools)),
    options: of((element, { wanted }) => (${selectOptions})(element, wanted)),
    focus: of(${takeFocus}),
    query: (query) => (${queryElements})(query, tools),
    scrollPage: (question) => (${scrollPage})(question, tools),
    scrollTo: of((element) => (${scrollToElement})(element, tools)),
    shownBox: of((element) => (${shownBox})(bare(element))),
    trouble: naming(of((element) => (${elementTrouble})(element, tools))),
    ownLabel: naming(of((element) => (${ownLabel})(element, tools))),
    refused: naming(({ withinMs }) => refused(withinMs)),
    near: naming(({ selector }) => (${nearMatches})(selector, tools)),
    ariaRefs: naming(({ wanted }) => (${ariaRefs})(wanted, tools)),
    ariaFacts: () => (${ariaFacts})(tools),
    view: ({ most }) => treeOf({ most }).length > 0,
  };
  const treeOf = (which) => {
    const isPart = 'selector' in which || 'ref' in which;
    const root = isPart ? find(which) : (bare(document).body ?? bare(document).documentElement);
    if (!root) return [];
    view.begin(root, isPart);
    bound.begin(which.most);
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
