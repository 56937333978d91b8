import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../../browser/cdp/connection.js';
import type { PrepareFrame } from '../open/open.js';
import { type Run, waitsAreOver, withPatience } from '../run.js';

type ResourceType = Protocol.Network.ResourceType;

/** The network is idle after this time without a request that counts. */
const idleMs = 500;
/** The longest wait for an idle network. */
const longestMs = 20_000;
const checkMs = 50;
/** A request for data that takes longer is a long poll or a stream. */
const dataMs = 3000;
/** Any other request that takes longer has hung. */
const hangMs = 10_000;
/** Later than this after `load`, a request is a poll once the page has made the same one `pollRepeats` times. */
const pollsFromMs = 3000;
const pollRepeats = 2;
/** The body of a poll is short. */
const maxBody = 1000;
/** The browser keeps no bodies of answers: `page.ts` sets the same. */
const noBodies = { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: maxBody };

/** Connections, beacons and players: they never show whether a page is done. */
const neverCounts = new Set<ResourceType>(['WebSocket', 'EventSource', 'Media', 'Ping', 'Preflight', 'Prefetch']);
const isData = (type: ResourceType) => type === 'XHR' || type === 'Fetch';
const mayRepeat = (type: ResourceType) => isData(type) || type === 'Image' || type === 'Other';

/**
 * Identifies a request by method, address and body. The query is left out, because a poll may change it. Undefined for a
 * body that is missing in the event or too long for a poll.
 */
const questionOf = ({ method, url, hasPostData, postData }: Protocol.Network.Request): string | undefined => {
  if (hasPostData && (postData === undefined || postData.length > maxBody)) return undefined;
  return `${method} ${url.split(/[?#]/, 1)[0]} ${postData ?? ''}`;
};

/** The most questions that are remembered. Later ones never count as polls. */
const maxQuestions = 1000;

/**
 * Follows a page's requests from its first one. Unlike `PageActivity`, it waits for half a second without requests.
 * Endless requests do not delay it: long polls, streams, beacons, repeated polls.
 */
export class NetworkIdle {
  #loadedAt = Number.POSITIVE_INFINITY;
  /** Requests that count: their ids, and until when they count, in milliseconds of the Unix epoch. */
  readonly #countsUntil = new Map<string, number>();
  /** How often each question was asked. */
  readonly #asked = new Map<string, number>();
  /** When the last request that counts ended. */
  #busyUntil = Date.now();

  constructor(session: Pick<CdpSession, 'on'>) {
    session.on('Page.loadEventFired', () => {
      this.#loadedAt = Date.now();
    });
  }

  /** Frames of other sites report their requests themselves. */
  readonly prepareFrame: PrepareFrame = (session) => {
    session.on('Network.requestWillBeSent', (event) => this.#sent(event));
    session.on('Network.responseReceived', ({ requestId, type }) => {
      // Only the response shows the true type of a stream.
      if (neverCounts.has(type)) this.#countsUntil.delete(requestId);
    });
    session.on('Network.loadingFinished', ({ requestId }) => this.#ended(requestId));
    session.on('Network.loadingFailed', ({ requestId }) => this.#ended(requestId));
    return [session.send('Network.enable', noBodies)];
  };

  /** Since when no request counts, in milliseconds of the Unix epoch; now if one does. */
  get idleSince(): number {
    const now = Date.now();
    return Math.max(this.#busyUntil, ...[...this.#countsUntil.values()].map((until) => Math.min(until, now)));
  }

  /** Waits until the page has loaded and its network is idle. A timeout is a warning. */
  async wait(run: Run): Promise<void> {
    const { page, deadline, warnings } = run;
    if (page.activity.givenUp) return;
    const isIdle = () => page.activity.givenUp || (page.activity.loaded && Date.now() - this.idleSince >= idleMs);
    const idle = await withPatience(run, longestMs, async (signal) => {
      while (!isIdle() && !signal.aborted) await deadline.sleep(checkMs);
      return true;
    });
    if (!idle && !waitsAreOver(run))
      warnings.push(`The network was not idle within ${longestMs / 1000} s: the result has what was there.`);
  }

  #sent({ requestId, type = 'Other', request }: Protocol.Network.RequestWillBeSentEvent): void {
    if (neverCounts.has(type) || request.url.startsWith('data:')) return;
    if (!(mayRepeat(type) && this.#isPoll(request)))
      this.#countsUntil.set(requestId, Date.now() + (isData(type) ? dataMs : hangMs));
  }

  #isPoll(request: Protocol.Network.Request): boolean {
    const question = questionOf(request);
    if (question === undefined) return false;
    const times = this.#asked.get(question) ?? 0;
    if (times > 0 || this.#asked.size < maxQuestions) this.#asked.set(question, times + 1);
    return times >= pollRepeats && Date.now() - this.#loadedAt > pollsFromMs;
  }

  #ended(requestId: string): void {
    const until = this.#countsUntil.get(requestId);
    if (until === undefined) return;
    this.#countsUntil.delete(requestId);
    this.#busyUntil = Math.max(this.#busyUntil, Math.min(until, Date.now()));
  }
}
