import { type ActionCounts, noActions, type PodRecord } from '@tintype/contracts';
import { type ActivateOrder, ActivateRefused } from '@tintype/operator';

/** What the caller of a session did in it, so that the counts can be followed to the charge. */
const done: ActionCounts = { actions: 3, success: 2, error: 1 };

const timeText = (milliseconds: number) => new Date(milliseconds).toISOString();

/** One pod, its container and the program in it, as they are in truth, whoever knows. Times in milliseconds of the epoch. */
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
  order: ActivateOrder | undefined;
  startedAt = 0;
  endedAt: number | undefined;
  /** When the container ended, RFC 3339. */
  finishedAt: string | undefined;
  crashed = false;
  /** Its processes were ended without a word to them. */
  wasKilled = false;
  confirmed = false;
  /** Its termination message, as it was written last. */
  written: PodRecord | undefined;
  readonly #latched = new Set<string>();

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
    return this.order !== undefined && this.endedAt === undefined;
  }

  /** How long the browser was open, until now. */
  openMs(now: number): number {
    return this.order ? (this.endedAt ?? now) - this.startedAt : 0;
  }

  activate(order: ActivateOrder, now: number): { startedAt: string } {
    const isOwn = this.order?.session === order.session && this.isOpen;
    if (this.#latched.has(order.session) || !(isOwn || !this.order)) throw new ActivateRefused('other-session');
    if (now > Date.parse(order.startBy)) throw new ActivateRefused('too-late');
    if (!isOwn) this.#open(order, now);
    return { startedAt: timeText(this.startedAt) };
  }

  /** False when the session does not run here. */
  confirm(session: string): boolean {
    if (this.order?.session !== session || !this.isOpen) return false;
    this.confirmed = true;
    this.#write();
    return true;
  }

  close(session: string, now: number): PodRecord {
    this.#latched.add(session);
    if (this.order?.session === session) this.stopBrowser(now);
    return this.recordFor(session);
  }

  /** The program's own end of the session, which is the last thing that it does. */
  stopBrowser(now: number): void {
    if (!this.isOpen) return;
    this.endedAt = now;
    this.#write();
  }

  /** The browser is gone, and the program had no time to write that down. */
  loseBrowser(now: number): void {
    if (this.isOpen) this.endedAt = now;
  }

  /** When the program ends the session by itself: at the end of its time, and after startBy when nobody confirmed it. */
  get ownTimer(): number {
    if (!this.order || !this.isOpen || this.isHung || this.life === 'ended') return Infinity;
    const atTtl = this.startedAt + this.order.maxTtlSeconds * 1000;
    return this.confirmed ? atTtl : Math.min(atTtl, Date.parse(this.order.startBy) + 1);
  }

  recordFor(session: string): PodRecord {
    const { order, startedAt, endedAt, confirmed, crashed } = this;
    if (order?.session !== session) return { session, confirmed: false, crashed: false, counts: noActions };
    const counts = confirmed ? done : noActions;
    const ended = endedAt === undefined ? {} : { openMs: endedAt - startedAt };
    return { session, startedAt: timeText(startedAt), ...ended, confirmed, crashed, counts };
  }

  #open(order: ActivateOrder, now: number): void {
    this.order = order;
    this.startedAt = now;
    this.confirmed = order.confirmed;
    this.#write();
  }

  #write(): void {
    if (this.order) this.written = this.recordFor(this.order.session);
  }
}
