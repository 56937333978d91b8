import { Life } from '@tintype/browser-node/testing';
import { type ActionCounts, noActions, type PodRecord } from '@tintype/contracts';
import { type ActivateOrder, ActivateRefused } from '@tintype/operator/testing';

/** What the caller of a session did in it, so that the counts can be followed to the charge. */
const done: ActionCounts = { actions: 3, success: 2, error: 1 };

const timeText = (milliseconds: number) => new Date(milliseconds).toISOString();

/** Both clocks of a pod are the explorer's. */
const instant = (now: number) => ({ now, monotonic: now });

/**
 * One pod, its container and the program in it, as they are in truth, whoever knows. Times in milliseconds of the epoch. What
 * the program says and when it ends is the pods' own `Life`; here is what becomes of program and browser from outside.
 */
export class Machine {
  readonly pod: { namespace: string; name: string; uid: string };
  life: 'starting' | 'running' | 'ended' = 'starting';
  /** Its node is lost: nobody reaches it, and its status tells nothing any more. */
  isLost = false;
  /** Its node was lost at some time. */
  wasLost = false;
  /** Its node will be there again. */
  comesBack = false;
  /** Its program does nothing any more, nor do its timers; the browser lives on. */
  isHung = false;
  /** It is said not to be ready, though it answers. */
  isUnready = false;
  /** So it was at some time. */
  wasUnready = false;
  /** A person has taken its object away while it ran: nobody can know of it any more. */
  isAbandoned = false;
  /** Its node has ended it because its deadline was over. */
  isOverdue = false;
  /** When its node ends it, whatever its program does. */
  deadline = Infinity;
  /** When a program that does not hear that it is to end is killed. */
  killedAt = Infinity;
  /** Its session ended by itself, and its program waits to be asked for the record: so long, and until then its probes fail. */
  lingers: { unreadyAt: number; until: number } | undefined;
  /** Of the session that was opened here. */
  order: ActivateOrder | undefined;
  /** When the container ended, RFC 3339. */
  finishedAt: string | undefined;
  /** Its processes were ended without a word to them. */
  wasKilled = false;
  /** Its termination message, as it was written last. */
  written: PodRecord | undefined;
  readonly #life = new Life();
  /** What its program says, until something happens to it. */
  #record: PodRecord | undefined;
  /** When the browser was gone, and the program with it. */
  #browserLostAt: number | undefined;

  constructor(pod: { namespace: string; name: string; uid: string }) {
    this.pod = pod;
  }

  hang(): void {
    this.isHung = true;
  }

  get answers(): boolean {
    return this.life === 'running' && !this.isLost && !this.isHung;
  }

  /** Its browser runs for a session. */
  get isOpen(): boolean {
    return this.#life.phase === 'active' && this.#browserLostAt === undefined;
  }

  get startedAt(): number {
    return this.#life.startedAt ?? 0;
  }

  /** When its browser ended. */
  get endedAt(): number | undefined {
    const { openMs } = this.#own;
    return this.#browserLostAt ?? (openMs === undefined ? undefined : this.startedAt + openMs);
  }

  get confirmed(): boolean {
    return this.#own.confirmed;
  }

  /** Its program has seen its browser crash. */
  get crashed(): boolean {
    return this.#own.crashed;
  }

  /** Its node has told its program to end, which does not hear it. */
  get isEnding(): boolean {
    return this.killedAt !== Infinity && this.life !== 'ended';
  }

  /** How long the browser was open, until now. */
  openMs(now: number): number {
    return this.order ? (this.endedAt ?? now) - this.startedAt : 0;
  }

  activate(order: ActivateOrder, now: number): { startedAt: string } {
    const { session, maxTtlSeconds, startBy, confirmed, proxy, upstreamProxy } = order;
    if (proxy !== (upstreamProxy !== undefined)) throw new ActivateRefused('order');
    const asked = { session, maxTtlSeconds, startBy: Date.parse(startBy), confirmed };
    const refusal = this.#life.activate(asked, instant(now));
    if (refusal) throw new ActivateRefused(refusal);
    this.order ??= order;
    this.#write();
    return { startedAt: timeText(this.startedAt) };
  }

  /** False when the session does not run here. */
  confirm(session: string): boolean {
    if (!this.#life.confirm(session)) return false;
    this.#write();
    return true;
  }

  close(session: string, now: number): PodRecord {
    this.#life.close(session, instant(now));
    this.#write();
    return this.recordFor(session);
  }

  /** The program's own end of the session, which is the last thing that it does. */
  stopBrowser(now: number, crashed = false): void {
    if (!this.isOpen) return;
    this.#life.end(instant(now), { crashed });
    this.#write();
  }

  /** The browser is gone, and the program had no time to write that down. */
  loseBrowser(now: number): void {
    if (this.isOpen) this.#browserLostAt = now;
  }

  /** When something happens here though nobody asks for it. */
  nextDue(now: number): number {
    if (this.life === 'ended') return Infinity;
    const waits = this.isHung
      ? Infinity
      : Math.min(this.lingers?.unreadyAt ?? Infinity, this.lingers?.until ?? Infinity);
    return Math.min(this.ownTimer(now), waits, this.killedAt, this.isOverdue ? Infinity : this.deadline);
  }

  /** When the program ends the session by itself: at the end of its time, and after startBy when nobody confirmed it. */
  ownTimer(now: number): number {
    return this.isOpen && !this.isHung && this.life !== 'ended' ? now + this.#life.endsInMs(instant(now)) : Infinity;
  }

  recordFor(session: string): PodRecord {
    return this.#life.record(session, this.confirmed ? done : noActions);
  }

  get #own(): PodRecord {
    this.#record ??= this.#life.record(this.order?.session ?? '', noActions);
    return this.#record;
  }

  #write(): void {
    this.#record = undefined;
    if (this.order) this.written = this.recordFor(this.order.session);
  }
}
