import { AssertionError } from 'node:assert/strict';
import { type BrowserSession, keyText, labels, type Pod, sessionId } from '@tintype/crds';
import { podNamedBy } from '@tintype/operator/testing';
import type { PlayedBooks } from './books.js';

/** Of a session without a startBy, which kubectl made: so long after its creation. */
const unattendedMs = 60_000;

/** The uid of the session that a pod was claimed for. */
export const ownerOf = (pod: Pod | undefined): string | undefined =>
  pod?.metadata.ownerReferences?.find(({ controller, kind }) => controller && kind === 'BrowserSession')?.uid;

const startByOf = ({ spec, metadata }: BrowserSession): number =>
  spec.startBy ? Date.parse(spec.startBy) : Date.parse(metadata.creationTimestamp) + unattendedMs;

/** What the operator that did it had heard of. */
interface OperatorCaches {
  BrowserSession: ReadonlyMap<string, BrowserSession>;
  Pod: ReadonlyMap<string, Pod>;
}

/** Nobody throws these on purpose: a line of code is wrong. */
const programmingErrors = [TypeError, ReferenceError, RangeError, SyntaxError, URIError, EvalError, AssertionError];

/** The mistakes in an error, be they the causes of another that hides them. */
const programmingErrorsIn = (error: unknown): Error[] => {
  if (!(error instanceof Error)) return [];
  if (programmingErrors.some((kind) => error instanceof kind)) return [error];
  return [error.cause, ...(error instanceof AggregateError ? error.errors : [])].flatMap(programmingErrorsIn);
};

/** What programs did that is wrong by itself, whatever came of it. Some invariants look here. */
export class Violations {
  /** Pods that were deleted in a pass of another session than theirs. */
  readonly podsOfAnother: string[] = [];
  /** Sessions that were deleted in a pass of an earlier one of that name. */
  readonly sessionsOfAnother: string[] = [];
  /** Pods that were activated by somebody who had heard that they are being deleted. */
  readonly podsActivated: string[] = [];
  /** Sessions of which somebody decided after their startBy that they are active. */
  readonly lateActive: string[] = [];
  /** Pods of sessions that a pool took away. */
  readonly podsTaken: string[] = [];
  /** Pods that a session was given, and of which its operator had heard that they are another's. */
  readonly podsGiven: string[] = [];
  /** Sessions that a DELETE was said to have closed, and that had their slot then. */
  readonly slotsKept: string[] = [];
  /** What was thrown where a line of code is wrong, with its stack. */
  readonly programmingErrors: string[] = [];

  /** Programs live on: they try again, or have an answer for whatever goes wrong. */
  errorThrown(error: unknown): void {
    for (const mistake of programmingErrorsIn(error)) this.programmingErrors.push(mistake.stack ?? String(mistake));
  }

  podDeleted(pod: Pod | undefined, passOf: BrowserSession | undefined): void {
    const owner = ownerOf(pod);
    if (pod && passOf && owner && owner !== passOf.metadata.uid) this.podsOfAnother.push(pod.metadata.name);
  }

  sessionDeleted(session: BrowserSession | undefined, passOf: BrowserSession | undefined): void {
    if (session && passOf && session.metadata.uid !== passOf.metadata.uid)
      this.sessionsOfAnother.push(session.metadata.name);
  }

  /** One without an open of its own leaves its slot to the operator. */
  sessionClosed(session: BrowserSession, { opens, slots }: PlayedBooks): void {
    const id = sessionId(session);
    if (opens.first(id)?.uid === session.metadata.uid && slots.isHeld(id)) this.slotsKept.push(id);
  }

  podActivated({ metadata: { name, deletionTimestamp } }: Pod): void {
    if (deletionTimestamp) this.podsActivated.push(name);
  }

  podTaken(pod: Pod | undefined): void {
    if (pod && ownerOf(pod)) this.podsTaken.push(pod.metadata.name);
  }

  podGiven({ metadata }: Pod, to: BrowserSession, heard: OperatorCaches): void {
    const { uid, name, namespace } = metadata;
    // A cold one has its name from the session, and may be that of an earlier object of this name.
    if (!metadata.labels?.[labels.template]) return;
    const owner = ownerOf(heard.Pod.get(keyText({ namespace, name })));
    const others = [...heard.BrowserSession.values()].filter(({ metadata }) => metadata.uid !== to.metadata.uid);
    const isNamed = others.some((session) => podNamedBy(session) === uid);
    if (isNamed || (owner && owner !== to.metadata.uid)) this.podsGiven.push(name);
  }

  /** Asked for at this time, in milliseconds of the epoch; it may take effect later. */
  statusAsked(session: BrowserSession, was: BrowserSession | undefined, now: number): void {
    const becomesActive = session.status?.phase === 'Active' && was?.status?.phase !== 'Active';
    if (becomesActive && now > startByOf(session)) this.lateActive.push(session.metadata.name);
  }
}
