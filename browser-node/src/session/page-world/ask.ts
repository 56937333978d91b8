import type { Frame, Locator } from 'playwright-core';
import type { Clip } from '../../capture/clip.js';
import type { DocumentFacts } from '../../in-page/aria-facts.js';
import type { AriaBound } from '../../in-page/aria-view.js';
import type { ElementTrouble, OwnLabel } from '../../in-page/click-targets.js';
import type { ElementFacts } from '../../in-page/elements.js';
import type { FieldKind, Focus, Offer, WantedOption } from '../../in-page/fields.js';
import type { ElementQuery, NearMatch, QueriedElements } from '../../in-page/query-elements.js';
import type { RefusedField } from '../../in-page/refused-fields.js';
import type { Scrolled, ScrollQuestion, WheelTurn } from '../../in-page/scrolling.js';
import { engineOf } from './engine.js';

/** An element: of those that match, the first that is visible, or else the first. */
export type SelectorOrRef = { selector: string } | { ref: string };

/** What gives refs to elements: for `askNaming` alone, which knows from which number on. */
interface RefQuestions {
  trouble: { question: SelectorOrRef; answer: ElementTrouble | null };
  ownLabel: { question: SelectorOrRef; answer: OwnLabel | null };
  near: { question: { selector: string }; answer: NearMatch[] };
  refused: { question: { withinMs: number }; answer: RefusedField | null };
  ariaRefs: { question: { wanted: readonly string[] }; answer: Record<string, string> };
}

type NumberedQuestions = {
  [N in keyof RefQuestions]: {
    question: RefQuestions[N]['question'] & { firstRef: number };
    answer: { answer: RefQuestions[N]['answer']; nextRef: number };
  };
};

/** What can be asked in a document; null where the element is not there, or the selector does not parse. */
export interface Questions extends NumberedQuestions {
  count: { question: SelectorOrRef; answer: { count: number; visible: boolean } | null };
  facts: { question: SelectorOrRef; answer: ElementFacts | null };
  factsAt: { question: { x: number; y: number }; answer: ElementFacts | null };
  kind: { question: SelectorOrRef; answer: FieldKind | null };
  value: { question: SelectorOrRef; answer: string | null };
  options: { question: SelectorOrRef & { wanted: readonly WantedOption[] }; answer: Offer | null };
  focus: { question: SelectorOrRef; answer: Focus | null };
  query: { question: ElementQuery; answer: QueriedElements };
  scrollPage: { question: ScrollQuestion; answer: WheelTurn | null };
  scrollTo: { question: SelectorOrRef; answer: Scrolled | null };
  shownBox: { question: SelectorOrRef; answer: Clip | null };
  /** Has Playwright see the document as trees need it; whether there is anything to be seen. */
  view: { question: { most: AriaBound }; answer: boolean };
  ariaFacts: { question: object; answer: DocumentFacts };
}

/** How long Playwright is to wait. */
export interface CallLimit {
  timeout: number;
  signal: AbortSignal;
}

// Percent-encoded, so that nothing of it is Playwright's own syntax; quotes that leaves, and those are.
const selectorOf = (frame: Frame, name: string, question: object): string =>
  `${engineOf(frame)}=${encodeURIComponent(JSON.stringify([name, question])).replaceAll("'", '%27')}`;

const locatorFor = (frame: Frame, name: string, question: object): Locator =>
  frame.locator(selectorOf(frame, name, question));

export const locatorOf = (frame: Frame, which: SelectorOrRef): Locator => locatorFor(frame, 'find', which);

/** What a tree is to be made of, a part or the page; as soon as it is found, Playwright sees the document as trees need it. */
export const locatorOfTree = (frame: Frame, which: SelectorOrRef | undefined, most: AriaBound): Locator =>
  locatorFor(frame, 'tree', { ...which, most });

/** What lies on top at a point of the frame's window. */
export const locatorAt = (frame: Frame, at: { x: number; y: number }): Locator => locatorFor(frame, 'find', { at });

/** Asks in the document of a frame; anew when that goes on to another. */
export const ask = async <N extends keyof Questions>(
  frame: Frame,
  name: N,
  { question, limit }: { question: Questions[N]['question']; limit: CallLimit },
): Promise<Questions[N]['answer']> => {
  const text = await locatorFor(frame, name, question).textContent(limit);
  return JSON.parse(text ?? 'null') as Questions[N]['answer'];
};

/** Sets what Playwright calls the element of a frame in its snapshots; null: what it likes. */
export const nameOwner = async (frame: Frame, name: string | null): Promise<void> => {
  const owner = await frame.frameElement();
  await owner.$(selectorOf(frame, 'name', { name }));
  await owner.dispose();
};

/** To how many elements each gives refs at most. */
const mostRefs: { [N in keyof RefQuestions]: (question: RefQuestions[N]['question']) => number } = {
  trouble: () => 2,
  ownLabel: () => 1,
  near: () => 5,
  refused: () => 1,
  ariaRefs: ({ wanted }) => wanted.length,
};

interface RefRequest<N extends keyof RefQuestions> {
  question: RefQuestions[N]['question'];
  refs: { nextRef: number };
  limit: CallLimit;
}

/**
 * Asks what gives refs to elements. A frame that does not answer in time gives them all the same, once it gets round to it:
 * so their numbers are taken before it is asked. What it did not need is given back where it answers.
 */
export const askWithRefs = async <N extends keyof RefQuestions>(
  frame: Frame,
  name: N,
  { question, refs: state, limit }: RefRequest<N>,
): Promise<RefQuestions[N]['answer']> => {
  const firstRef = state.nextRef;
  const end = firstRef + mostRefs[name](question);
  state.nextRef = end;
  const numbered = { ...question, firstRef } as Questions[N]['question'];
  const { answer, nextRef } = await ask(frame, name, { question: numbered, limit });
  if (state.nextRef === end) state.nextRef = nextRef;
  return answer;
};
