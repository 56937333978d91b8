import { Life } from '@tintype/browser-node/testing';
import { type ActionCounts, noActions, type PodRecord } from '@tintype/contracts';
import { type ActivateOrder, ActivateRefused } from '@tintype/operator/testing';

/** Counts to follow to the charge. */
const done: ActionCounts = { actions: 3, success: 2, error: 1 };

const timeText = (milliseconds: number) => new Date(milliseconds).toISOString();

/** The explorer drives both clocks of a pod. */
const instant = (now: number) => ({ now, monotonic: now });

/**
 * The true state of a pod, its container and its program. Times in milliseconds since the epoch. `Life` of browser-node
 * decides what the program says and when it ends.
 */
export class Machine {
  readonly pod: { namespace: string; name: string; uid: string };
  life: 'starting' | 'running' | 'ended' = 'starting';
  /** Its node is lost: unreachable, with a frozen status. */
  isLost = false;
  wasLost = false;
  /** Its lost node will return. */
  comesBack = false;
  /** Its program and timers have stopped; the browser runs on. */
  isHung = false;
  /** Its probe fails although it answers. */
  isUnready = false;
  wasUnready = false;
  /** A person removed its object while it ran, so the cluster cannot know it. */
  isAbandoned = false;
  /** Its node ended it at the deadline. */
  isOverdue = false;
  /** When its node ends it in any case. */
  deadline = Infinity;
  /** When a program that ignores SIGTERM is killed. */
  killedAt = Infinity;
  /** Its session is over and it keeps its record available until `until`; its probes fail from `unreadyAt`. */
  lingers: { unreadyAt: number; until: number } | undefined;
  /** The order of its session. */
  order: ActivateOrder | undefined;
  /** RFC 3339. */
  finishedAt: string | undefined;
  /** Its processes were killed without a signal to end. */
  wasKilled = false;
  written: PodRecord | undefined;
  readonly #life = new Life();
  /** Cached until the next change. */
  #record: PodRecord | undefined;
  /** When browser and program died together. */
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

  get endedAt(): number | undefined {
    const { openMs } = this.#own;
    return this.#browserLostAt ?? (openMs === undefined ? undefined : this.startedAt + openMs);
  }

  get confirmed(): boolean {
    return this.#own.confirmed;
  }

  /** Its program noticed the crash of its browser. */
  get crashed(): boolean {
    return this.#own.crashed;
  }

  /** Its node sent SIGTERM, and the program hangs. */
  get isEnding(): boolean {
    return this.killedAt !== Infinity && this.life !== 'ended';
  }

  /** The browser's time up to now. */
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

  /** False if the session does not run here. */
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

  /** The program ends the session. */
  stopBrowser(now: number, crashed = false): void {
    if (!this.isOpen) return;
    this.#life.end(instant(now), { crashed });
    this.#write();
  }

  /** The browser dies before the program can record it. */
  loseBrowser(now: number): void {
    if (this.isOpen) this.#browserLostAt = now;
  }

  /** The time of its next own event. */
  nextDue(now: number): number {
    if (this.life === 'ended') return Infinity;
    const waits = this.isHung
      ? Infinity
      : Math.min(this.lingers?.unreadyAt ?? Infinity, this.lingers?.until ?? Infinity);
    return Math.min(this.ownTimer(now), waits, this.killedAt, this.isOverdue ? Infinity : this.deadline);
  }

  /** When the program ends the session on its own: at the end of its time, or after startBy if unconfirmed. */
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
