import type { OpenTrees } from '../tree.js';

export interface Motion {
  /** Styles that changed before now belong to an endless movement. */
  ignoreEarlier: () => void;
  /** Whether a script changes a number or a style at least twice in 100 ms. */
  isMoving: () => boolean;
  /** Ignores from now on what moves now, since it never ends. */
  ignoreMoving: () => void;
}

/**
 * Watches numbers that count up, and styles that scripts change frame by frame. Stops after 30 s, because a session's
 * page lives on.
 */
export const watchMotion = (): Motion => {
  const windowMs = 100;
  /** The times of a node's last two changes. */
  const changes = new Map<Node, [number, number]>();
  const endless = new WeakSet<Node>();
  let keepsEndless = true;
  /**
   * Whether a node is a number, even if each digit has its own element. Leaves a list with thousands of texts early.
   */
  const isNumber = (node: Node) => {
    const [maxNodes, maxLetters] = [30, 40];
    let text = node instanceof Text ? node.data : '';
    const walk = document.createTreeWalker(node);
    for (let nodes = 0; walk.nextNode(); nodes += 1) {
      if (nodes === maxNodes || text.length >= maxLetters) return false;
      if (walk.currentNode instanceof Text) text += walk.currentNode.data;
    }
    return text.length < maxLetters && /\d/.test(text);
  };
  const noteChange = ({ type, target }: MutationRecord) => {
    if (endless.has(target)) return;
    if (type !== 'attributes' && !isNumber(target)) return;
    if (type === 'attributes' && keepsEndless) endless.add(target);
    else changes.set(target, [changes.get(target)?.[1] ?? 0, performance.now()]);
  };
  const observer = new MutationObserver((records) => {
    for (const record of records) noteChange(record);
  });
  observer.observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['style'],
  });
  const stop = () => {
    observer.disconnect();
    changes.clear();
  };
  setTimeout(stop, 30_000);
  return {
    ignoreEarlier: () => {
      keepsEndless = false;
    },
    isMoving: () => [...changes.values()].some(([before]) => performance.now() - before < windowMs),
    ignoreMoving: () => {
      for (const node of changes.keys()) endless.add(node);
      changes.clear();
    },
  };
};

/** Called when motion has not ended in its time: later waits do not wait for it again. */
export const ignoreMotion = (): void => {
  const motion = Reflect.get(globalThis, Symbol.for('tintype.motion')) as Motion | undefined;
  motion?.ignoreMoving();
};

/**
 * Brings transitions and animations that end within 3 s to their end, if `mayFinish`. Longer ones serve as timers, such
 * as that of a slide. Returns whether something moved. Needs no timers, which a document without scripts does not have.
 */
export const finishAnimations = (mayFinish: boolean, openTrees: OpenTrees): boolean => {
  const longestMs = 3000;
  const isShort = ({ playState, playbackRate, timeline, effect, currentTime }: Animation) => {
    const end = Number(effect?.getComputedTiming().endTime);
    // A script may have stopped the animation, which then has no end.
    const isRunning = playState === 'running' && playbackRate !== 0;
    return isRunning && timeline instanceof DocumentTimeline && end - Number(currentTime) <= longestMs;
  };
  const short = mayFinish ? openTrees().flatMap((tree) => tree.getAnimations().filter(isShort)) : [];
  for (const animation of short) animation.finish();
  const motion = Reflect.get(globalThis, Symbol.for('tintype.motion')) as Motion | undefined;
  return short.length > 0 || (motion?.isMoving() ?? false);
};
