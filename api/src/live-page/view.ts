import type { LiveState } from '@tintype/contracts';

type State = 'connecting' | 'live' | 'paused' | 'lost' | 'ended' | 'expired' | 'refused';

interface Card {
  status: string;
  title: string;
  text: string;
  button?: string;
}

const cards: Record<Exclude<State, 'live'>, Card> = {
  connecting: { status: 'Connecting', title: 'Connecting', text: 'Waiting for the first picture of the browser.' },
  paused: { status: 'Paused', title: 'Paused', text: 'The session continues without you.', button: 'Resume' },
  lost: { status: 'Connection lost', title: 'Connection lost', text: '', button: 'Try now' },
  ended: { status: 'Ended', title: 'This session has ended', text: 'Its browser is closed.' },
  expired: {
    status: 'Link expired',
    title: 'This link no longer works',
    text: 'A link opens the live view for 10 minutes. Ask for a new one.',
  },
  refused: { status: 'Refused', title: 'The live view cannot be shown', text: '' },
};

const levelNames = { sharp: 'Sharp', good: 'Good', reduced: 'Reduced', low: 'Low' } as const;

const find = <E extends HTMLElement = HTMLElement>(id: string): E => {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no element ${id}.`);
  return element as E;
};

const tickMs = 1000;
const noticeMs = 8000;

const timeLeftText = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** Whether a page of our origin frames this one. */
const isInConsole = (): boolean => {
  try {
    // Throws for another origin.
    return parent !== window && parent.location.origin === location.origin;
  } catch {
    return false;
  }
};

/**
 * Sends a message to the console if it frames this page. The console shows the address in its own bar, and asks the
 * service about a session whose connection is lost. A framing page of another origin gets no message.
 */
const tellConsole = (message: { type: 'tintype.live.page'; url: string } | { type: 'tintype.live.lost' }): void => {
  if (isInConsole()) parent.postMessage(message, location.origin);
};

/** Everything on the page except the picture. */
export class View {
  readonly canvas = find<HTMLCanvasElement>('picture');
  readonly field = find<HTMLTextAreaElement>('keys');
  readonly stage = find('stage');
  readonly #pauseButton = find<HTMLButtonElement>('pause');
  readonly #controlButton = find<HTMLButtonElement>('control');
  readonly #keyboardButton = find<HTMLButtonElement>('keyboard');
  readonly #cardButton = find<HTMLButtonElement>('card-button');
  #state: State = 'connecting';
  #hasControl = false;
  #endsAt = Number.NaN;
  #ticking: ReturnType<typeof setInterval> | undefined;
  #noticing: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    document.body.toggleAttribute('data-in-console', isInConsole());
    this.field.addEventListener('focus', () => this.#showHint());
    this.field.addEventListener('blur', () => this.#showHint());
    this.#keyboardButton.addEventListener('click', () => this.field.focus());
  }

  get isLive(): boolean {
    return this.#state === 'live';
  }

  onPause(call: () => void): void {
    this.#pauseButton.addEventListener('click', call);
  }

  onControl(call: () => void): void {
    this.#controlButton.addEventListener('click', call);
  }

  onRetry(call: () => void): void {
    this.#cardButton.addEventListener('click', call);
  }

  focusBar(): void {
    this.#controlButton.focus();
  }

  connecting(): void {
    // A lost connection looks lost until a picture comes.
    if (this.#state !== 'lost') this.#enter('connecting');
  }

  live(): void {
    if (this.#state !== 'live') this.#enter('live');
  }

  pause(paused: boolean): void {
    this.#enter(paused ? 'paused' : 'connecting');
    this.#pauseButton.setAttribute('aria-pressed', String(paused));
    find('pause-label').textContent = paused ? 'Resume' : 'Pause';
  }

  lost(reason: string, inMs: number): void {
    this.#enter('lost');
    tellConsole({ type: 'tintype.live.lost' });
    const seconds = Math.ceil(inMs / 1000);
    const again = `Trying again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
    find('card-text').textContent = reason ? `${reason} ${again}` : again;
  }

  over(why: 'ended' | 'expired' | 'refused', reason: string): void {
    this.#enter(why);
    if (reason) find('card-text').textContent = reason;
    clearInterval(this.#ticking);
    find('left').textContent = '–';
  }

  control(isAllowed: boolean, isOn: boolean): void {
    this.#controlButton.hidden = !isAllowed;
    this.#controlButton.setAttribute('aria-pressed', String(isOn));
    find('control-label').textContent = isOn ? 'Control on' : 'Control off';
    find('view-only').hidden = isAllowed;
    this.#keyboardButton.hidden = !isOn || !matchMedia('(pointer: coarse)').matches;
    this.stage.toggleAttribute('data-control', isOn);
    this.field.disabled = !isOn;
    this.#hasControl = isOn;
    this.#setTabStop();
  }

  showTimeLeft(at: number): void {
    this.#endsAt = at;
    clearInterval(this.#ticking);
    const show = () => {
      find('left').textContent = timeLeftText(this.#endsAt - Date.now());
    };
    show();
    this.#ticking = setInterval(show, tickMs);
  }

  learn(state: Extract<LiveState, { type: 'page' | 'viewers' | 'quality' }>): void {
    if (state.type === 'viewers') this.#viewers(state.count);
    else if (state.type === 'quality') {
      find('quality').dataset.level = state.level;
      find('level').textContent = levelNames[state.level];
    } else if (state.type === 'page') this.#page(state);
  }

  #viewers(count: number): void {
    find('viewers').textContent = String(count);
    find('viewers-label').textContent = count === 1 ? 'viewer' : 'viewers';
  }

  #page({ url, title }: Extract<LiveState, { type: 'page' }>): void {
    find('url').textContent = url || 'No page is open';
    find('address').title = url;
    tellConsole({ type: 'tintype.live.page', url });
    document.title = title ? `${title} · Live view` : 'Live view';
    this.canvas.setAttribute('aria-label', `The browser of the session shows ${title || url || 'no page'}`);
  }

  /** Shows the text in place of the hint for 8 s. */
  notify(text: string): void {
    find('notice').textContent = text;
    clearTimeout(this.#noticing);
    this.#noticing = setTimeout(() => this.#endNotice(), noticeMs);
    this.#showHint();
  }

  #endNotice(): void {
    this.#noticing = undefined;
    this.#showHint();
  }

  #showHint(): void {
    const hasKeyboard = document.activeElement === this.field;
    const hasNotice = this.#noticing !== undefined;
    this.stage.toggleAttribute('data-keyboard', hasKeyboard);
    find('notice').hidden = !hasNotice;
    find('hint').hidden = !hasKeyboard || hasNotice;
  }

  /** The invisible field can get the focus only while it takes keys. */
  #setTabStop(): void {
    this.field.tabIndex = this.#hasControl && this.isLive ? 0 : -1;
  }

  #enter(state: State): void {
    this.#state = state;
    this.#setTabStop();
    this.stage.dataset.state = state;
    document.body.dataset.state = state;
    this.#pauseButton.disabled = state !== 'live' && state !== 'paused' && state !== 'connecting';
    if (state === 'live') {
      find('status').textContent = 'Live';
      return;
    }
    const { status, title, text, button = '' } = cards[state];
    find('status').textContent = status;
    find('card-title').textContent = title;
    find('card-text').textContent = text;
    this.#cardButton.textContent = button;
    this.#cardButton.hidden = !button;
  }
}
