import { AssertionError } from 'node:assert/strict';
import { type BrowserSession, keyText, labels, type Pod, sessionId } from '@tintype/crds';
import { podNamedBy } from '@tintype/operator/testing';
import type { PlayedLedger } from './ledger.js';

/** The startBy of a kubectl session, after its creation. */
const unattendedMs = 60_000;

/** The uid of the session that claimed the pod. */
export const ownerOf = (pod: Pod | undefined): string | undefined =>
  pod?.metadata.ownerReferences?.find(({ controller, kind }) => controller && kind === 'BrowserSession')?.uid;

const startByOf = ({ spec, metadata }: BrowserSession): number =>
  spec.startBy ? Date.parse(spec.startBy) : Date.parse(metadata.creationTimestamp) + unattendedMs;

interface OperatorCaches {
  BrowserSession: ReadonlyMap<string, BrowserSession>;
  Pod: ReadonlyMap<string, Pod>;
}

/** Never thrown on purpose: a line of code is wrong. */
const programmingErrors = [TypeError, ReferenceError, RangeError, SyntaxError, URIError, EvalError, AssertionError];

/** Programming errors in an error and its causes. */
const programmingErrorsIn = (error: unknown): Error[] => {
  if (!(error instanceof Error)) return [];
  if (programmingErrors.some((kind) => error instanceof kind)) return [error];
  return [error.cause, ...(error instanceof AggregateError ? error.errors : [])].flatMap(programmingErrorsIn);
};

/** Wrong acts of programs, regardless of their result. Some invariants read them. */
export class Violations {
  /** Pods deleted in a pass of another session. */
  readonly podsOfAnother: string[] = [];
  /** Sessions deleted in a pass of an earlier one of that name. */
  readonly sessionsOfAnother: string[] = [];
  /** Pods activated although the operator knew of their deletion. */
  readonly podsActivated: string[] = [];
  /** Sessions declared active after their startBy. */
  readonly lateActive: string[] = [];
  /** Pods of sessions that a pool removed. */
  readonly podsTaken: string[] = [];
  /** Pods given to a session although the operator knew another owner. */
  readonly podsGiven: string[] = [];
  /** Sessions whose DELETE succeeded while they held a slot. */
  readonly slotsKept: string[] = [];
  /** Stacks of programming errors. */
  readonly programmingErrors: string[] = [];

  /** Programs survive these errors: they retry or answer. */
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

  /** A session without its own open leaves its slot to the operator. */
  sessionClosed(session: BrowserSession, { opens, slots }: PlayedLedger): void {
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
    // A cold pod's name derives from its session, so it may belong to an earlier object.
    if (!metadata.labels?.[labels.template]) return;
    const owner = ownerOf(heard.Pod.get(keyText({ namespace, name })));
    const others = [...heard.BrowserSession.values()].filter(({ metadata }) => metadata.uid !== to.metadata.uid);
    const isNamed = others.some((session) => podNamedBy(session) === uid);
    if (isNamed || (owner && owner !== to.metadata.uid)) this.podsGiven.push(name);
  }

  /** `now` is the time of the request, milliseconds since the epoch; the effect may come later. */
  statusAsked(session: BrowserSession, was: BrowserSession | undefined, now: number): void {
    const becomesActive = session.status?.phase === 'Active' && was?.status?.phase !== 'Active';
    if (becomesActive && now > startByOf(session)) this.lateActive.push(session.metadata.name);
  }
}
