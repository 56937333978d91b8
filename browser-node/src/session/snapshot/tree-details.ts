import type { Frame } from 'playwright-core';
import type { AriaFacts } from '../../in-page/elements/aria-facts.js';
import type { ActionContext } from '../context/action-context.js';
import { callLimit } from '../elements/element.js';
import { ask, askWithRefs, type CallLimit } from '../page-world/ask.js';
import { type AriaNode, isGauge, isInteractive, isPlace } from './aria-node.js';
import { askFrames } from './ask-frames.js';
import type { Line } from './lines.js';

const frameMs = 1000;

export interface TreeDetails {
  /** Frames, keyed by Playwright's names of their elements, without the last number. */
  frames: ReadonlyMap<string, Frame>;
  isCut: boolean;
}

/** Asks the page first, since its frames may wait for it. Skips silent frames. */
const askEach = async (
  context: ActionContext,
  frames: readonly Frame[],
  askIn: (frame: Frame, limit: CallLimit) => Promise<void>,
): Promise<void> => {
  const main = context.page.mainFrame();
  if (frames.includes(main)) await askIn(main, callLimit(context)).catch(() => undefined);
  const inner = frames.filter((frame) => frame !== main);
  await askFrames(context, { frames: inner, patienceMs: frameMs }, askIn);
};

const nodesIn = (tree: readonly (AriaNode | string)[]): AriaNode[] =>
  tree.flatMap((node) => (typeof node === 'string' ? [] : [node, ...nodesIn(node.children ?? [])]));

const addDetailsTo = (node: AriaNode, { value, ...rest }: AriaFacts): void => {
  Object.assign(node, rest);
  if (value === undefined) return;
  node.text = value;
  delete node.children;
};

export const addDetails = async (
  context: ActionContext,
  tree: readonly AriaNode[],
  frames: readonly Frame[],
): Promise<TreeDetails> => {
  const nodes = nodesIn(tree).filter((node) => isInteractive(node) || isPlace(node) || isGauge(node));
  const byName = new Map(nodes.flatMap((node) => (node.ref === undefined ? [] : [[node.ref, node] as const])));
  const framesOf = new Map<string, Frame>();
  let isCut = false;
  await askEach(context, frames, async (frame, limit) => {
    const answer = await ask(frame, 'ariaFacts', { question: {}, limit });
    for (const prefix of answer.prefixes) framesOf.set(prefix, frame);
    for (const [name, each] of Object.entries(answer.facts)) {
      const node = byName.get(name);
      if (node) addDetailsTo(node, each);
    }
    isCut ||= answer.isCut;
  });
  return { frames: framesOf, isCut };
};

/** Our refs of the lines' elements, keyed by Playwright's names. */
export const refsOf = async (
  context: ActionContext,
  lines: readonly Line[],
  { frames }: TreeDetails,
): Promise<ReadonlyMap<string, string>> => {
  const { state } = context;
  const names = lines.flatMap((line) => line.named ?? []);
  const byFrame = Map.groupBy(names, (name) => frames.get(name.replace(/\d+$/, '')));
  const knownFrames = [...byFrame.keys()].filter((frame) => frame !== undefined);
  const refs = new Map<string, string>();
  await askEach(context, knownFrames, async (frame, limit) => {
    const question = { wanted: byFrame.get(frame) ?? [] };
    const answer = await askWithRefs(frame, 'ariaRefs', { question, refs: state, limit });
    for (const [name, ref] of Object.entries(answer)) refs.set(name, ref);
  });
  return refs;
};
