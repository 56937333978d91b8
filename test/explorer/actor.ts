import type { BrowserSession } from '@tintype/crds';

/** A program: what it has begun goes nowhere any more once it is dead, and no further while it sleeps. */
export interface Actor {
  readonly name: string;
  alive: boolean;
  /** Stalled, with whatever it has begun; its requests that are under way stand still, too. */
  asleep: boolean;
  /** The session that its pass is about, if it makes one. */
  about?: BrowserSession | undefined;
  /** Of an api: it has asked a pod to confirm its session, and can't know whether the pod did. */
  isInDoubt?: boolean;
  /** Of an api: when it asked for a slot, others had them all. */
  foundNoSlot?: boolean;
}
