import type { LiveState } from '@tintype/contracts';
import type { CdpConnection, CdpSession } from '../../browser/cdp/connection.js';

export type PageFacts = Extract<LiveState, { type: 'page' }>;

const urlLength = 2000;
const titleLength = 300;

const navigations = [
  'Page.frameNavigated',
  'Page.navigatedWithinDocument',
  'Page.domContentEventFired',
  'Page.loadEventFired',
] as const;

/** Follows address and title of the shown page. */
export class FollowedPage {
  readonly #connection: Pick<CdpConnection, 'browser'>;
  readonly #onChange: (facts: PageFacts) => void;
  #facts: PageFacts = { type: 'page', url: '', title: '' };
  #target: string | undefined;
  #leave: (() => void)[] = [];

  constructor(connection: Pick<CdpConnection, 'browser'>, onChange: (facts: PageFacts) => void) {
    this.#connection = connection;
    this.#onChange = onChange;
  }

  get facts(): PageFacts {
    return this.#facts;
  }

  follow(target: string | undefined, page: CdpSession | undefined): void {
    this.end();
    this.#target = target;
    if (target === undefined || !page) this.#set({ type: 'page', url: '', title: '' });
    else this.#listen(target, page);
  }

  #listen(target: string, page: CdpSession): void {
    const ask = () => void this.#ask(target).catch(() => undefined);
    this.#leave = navigations.map((event) => page.on(event, ask));
    ask();
  }

  end(): void {
    for (const leave of this.#leave) leave();
    this.#leave = [];
    this.#target = undefined;
  }

  async #ask(targetId: string): Promise<void> {
    const { targetInfo } = await this.#connection.browser.send('Target.getTargetInfo', { targetId });
    if (targetId !== this.#target) return;
    const { url, title } = targetInfo;
    this.#set({ type: 'page', url: url.slice(0, urlLength), title: title.slice(0, titleLength) });
  }

  #set(facts: PageFacts): void {
    if (facts.url === this.#facts.url && facts.title === this.#facts.title) return;
    this.#facts = facts;
    this.#onChange(facts);
  }
}
