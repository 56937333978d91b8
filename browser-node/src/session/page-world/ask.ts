import type { Frame, Locator } from 'playwright-core';
import type { Clip } from '../../capture/area/clip.js';
import type { DocumentFacts } from '../../in-page/elements/aria-facts.js';
import type { AriaBound } from '../../in-page/elements/aria-view.js';
import type { ElementTrouble, OwnLabel } from '../../in-page/elements/click-targets.js';
import type { ElementFacts } from '../../in-page/elements/elements.js';
import type { FieldKind, Focus, SelectOptions, WantedOption } from '../../in-page/elements/fields.js';
import type { ElementQuery, NearMatch, QueriedElements } from '../../in-page/elements/query-elements.js';
import type { RefusedField } from '../../in-page/elements/refused-fields.js';
import type { Scrolled, ScrollQuestion, WheelTurn } from '../../in-page/elements/scrolling.js';
import { engineOf } from './engine.js';

/** An element: the first visible match, else the first match. */
export type SelectorOrRef = { selector: string } | { ref: string };

/** Only `askWithRefs` asks these questions, since it numbers the refs. */
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

/** Questions to a document. The answer is null if the element is missing or the selector invalid. */
export interface Questions extends NumberedQuestions {
  count: { question: SelectorOrRef; answer: { count: number; visible: boolean } | null };
  facts: { question: SelectorOrRef; answer: ElementFacts | null };
  factsAt: { question: { x: number; y: number }; answer: ElementFacts | null };
  kind: { question: SelectorOrRef; answer: FieldKind | null };
  value: { question: SelectorOrRef; answer: string | null };
  options: { question: SelectorOrRef & { wanted: readonly WantedOption[] }; answer: SelectOptions | null };
  focus: { question: SelectorOrRef; answer: Focus | null };
  query: { question: ElementQuery; answer: QueriedElements };
  scrollPage: { question: ScrollQuestion; answer: WheelTurn | null };
  scrollTo: { question: SelectorOrRef; answer: Scrolled | null };
  shownBox: { question: SelectorOrRef; answer: Clip | null };
  /** Prepares the document for a tree. False if the document has no element. */
  view: { question: { bound: AriaBound }; answer: boolean };
  ariaFacts: { question: object; answer: DocumentFacts };
}

export interface CallLimit {
  timeout: number;
  signal: AbortSignal;
}

// The question is encoded, so that no character is Playwright's syntax.
const selectorOf = (frame: Frame, name: string, question: object): string =>
  `${engineOf(frame)}=${encodeURIComponent(JSON.stringify([name, question])).replaceAll("'", '%27')}`;

const locatorFor = (frame: Frame, name: string, question: object): Locator =>
  frame.locator(selectorOf(frame, name, question));

export const locatorOf = (frame: Frame, which: SelectorOrRef): Locator => locatorFor(frame, 'find', which);

/** The root of a tree. Finding it also prepares the document. */
export const locatorOfTree = (frame: Frame, which: SelectorOrRef | undefined, bound: AriaBound): Locator =>
  locatorFor(frame, 'tree', { ...which, bound });

export const locatorAt = (frame: Frame, at: { x: number; y: number }): Locator => locatorFor(frame, 'find', { at });

/** Asks the document of a frame. Asks again if the frame navigates. */
export const ask = async <N extends keyof Questions>(
  frame: Frame,
  name: N,
  { question, limit }: { question: Questions[N]['question']; limit: CallLimit },
): Promise<Questions[N]['answer']> => {
  const text = await locatorFor(frame, name, question).textContent(limit);
  return JSON.parse(text ?? 'null') as Questions[N]['answer'];
};

/** Names a frame's element in snapshots. Null restores Playwright's own name. */
export const nameOwner = async (frame: Frame, name: string | null): Promise<void> => {
  const owner = await frame.frameElement();
  await owner.$(selectorOf(frame, 'name', { name }));
  await owner.dispose();
};

const maxRefs: { [N in keyof RefQuestions]: (question: RefQuestions[N]['question']) => number } = {
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
 * Asks a question whose answer gives elements refs. Reserves numbers first, since a frame that times out may still use
 * them later. Frees unused numbers.
 */
export const askWithRefs = async <N extends keyof RefQuestions>(
  frame: Frame,
  name: N,
  { question, refs, limit }: RefRequest<N>,
): Promise<RefQuestions[N]['answer']> => {
  const firstRef = refs.nextRef;
  const end = firstRef + maxRefs[name](question);
  refs.nextRef = end;
  const numbered = { ...question, firstRef } as Questions[N]['question'];
  const { answer, nextRef } = await ask(frame, name, { question: numbered, limit });
  if (refs.nextRef === end) refs.nextRef = nextRef;
  return answer;
};
