import type { Frame } from 'playwright-core';
import type { AriaFacts } from '../../in-page/aria-facts.js';
import type { AriaRef } from '../../in-page/aria-refs.js';
import type { ActionContext } from '../actions/action.js';
import { within } from '../elements/element.js';
import { ask, type Within } from '../page-world/ask.js';
import { askNaming } from '../page-world/ask-naming.js';
import { type AriaNode, isGauge, isInteractive, isPlace } from './aria-node.js';
import type { Line } from './lines.js';

const frameMs = 1000;

/** Where what is in a tree is. */
export interface Places {
  /** Each frame with Playwright's names of what is in it. */
  names: ReadonlyMap<Frame, readonly string[]>;
  /** They did not answer in time. */
  late: readonly Frame[];
}

/** The page before its frames, which may have to wait until it has answered; those at once. Answers which are too late. */
const askEach = async (
  context: ActionContext,
  frames: readonly Frame[],
  askIn: (frame: Frame, limit: Within) => Promise<void>,
): Promise<Frame[]> => {
  const [main, ...inner] = frames;
  const late: Frame[] = [];
  const asked = (frame: Frame, mostMs: number) =>
    askIn(frame, within(context, mostMs)).catch(() => void late.push(frame));
  if (main) await asked(main, Infinity);
  await Promise.all(inner.map((frame) => asked(frame, frameMs)));
  return late;
};

const nodesIn = (tree: readonly (AriaNode | string)[]): AriaNode[] =>
  tree.flatMap((node) => (typeof node === 'string' ? [] : [node, ...nodesIn(node.children ?? [])]));

const tell = (node: AriaNode, { value, ...rest }: AriaFacts): void => {
  Object.assign(node, rest);
  if (value === undefined) return;
  node.text = value;
  delete node.children;
};

/** Adds to a tree what Playwright does not say in it, and answers where what is in it is, as far as frames answer in time. */
export const addFacts = async (
  context: ActionContext,
  tree: readonly AriaNode[],
  frames: readonly Frame[],
): Promise<Places> => {
  const told = nodesIn(tree).filter((node) => isInteractive(node) || isPlace(node) || isGauge(node));
  const byName = new Map(told.flatMap((node) => (node.ref === undefined ? [] : [[node.ref, node] as const])));
  const names = new Map<Frame, string[]>();
  if (byName.size === 0) return { names, late: [] };
  const question = { wanted: [...byName.keys()] };
  const late = await askEach(context, frames, async (frame, limit) => {
    const facts = await ask(frame, 'ariaFacts', { question, within: limit });
    names.set(frame, Object.keys(facts));
    for (const [name, each] of Object.entries(facts)) tell(byName.get(name) as AriaNode, each);
  });
  return { names, late };
};

export interface Refs {
  refs: Record<string, AriaRef>;
  /** There are more, in frames that did not answer in time. */
  isShort: boolean;
}

/** Our refs of the elements of lines. */
export const refsOf = async (context: ActionContext, lines: readonly Line[], places: Places): Promise<Refs> => {
  const { memory } = context;
  const named = new Set(lines.flatMap((line) => line.named ?? []));
  const refs: Refs['refs'] = {};
  const late = await askEach(context, [...places.names.keys()], async (frame, limit) => {
    const wanted = places.names.get(frame)?.filter((name) => named.has(name)) ?? [];
    if (wanted.length === 0) return;
    Object.assign(refs, await askNaming(frame, 'ariaRefs', { question: { wanted }, memory, within: limit }));
  });
  // A frame that has gone has none any more.
  const isLate = [...places.late, ...late].some((frame) => !frame.isDetached());
  return { refs, isShort: isLate && [...named].some((name) => !refs[name]) };
};
