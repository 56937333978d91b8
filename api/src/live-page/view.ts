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

/** Finds the elements of the page, and fills all of them except the picture. */
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
  #tickTimer: ReturnType<typeof setInterval> | undefined;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;

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

  showConnecting(): void {
    // A lost connection looks lost until a picture comes.
    if (this.#state !== 'lost') this.#enter('connecting');
  }

  showLive(): void {
    if (this.#state !== 'live') this.#enter('live');
  }

  showPaused(isPaused: boolean): void {
    this.#enter(isPaused ? 'paused' : 'connecting');
    this.#pauseButton.setAttribute('aria-pressed', String(isPaused));
    find('pause-label').textContent = isPaused ? 'Resume' : 'Pause';
  }

  showLost(reason: string, inMs: number): void {
    this.#enter('lost');
    tellConsole({ type: 'tintype.live.lost' });
    const seconds = Math.ceil(inMs / 1000);
    const again = `Trying again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
    find('card-text').textContent = reason ? `${reason} ${again}` : again;
  }

  showEnd(end: 'ended' | 'expired' | 'refused', reason: string): void {
    this.#enter(end);
    if (reason) find('card-text').textContent = reason;
    clearInterval(this.#tickTimer);
    find('left').textContent = '–';
  }

  showControl(isAllowed: boolean, isOn: boolean): void {
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

  /** `endsAt` is in milliseconds of the Unix epoch. */
  showTimeLeft(endsAt: number): void {
    this.#endsAt = endsAt;
    clearInterval(this.#tickTimer);
    const show = () => {
      find('left').textContent = timeLeftText(this.#endsAt - Date.now());
    };
    show();
    this.#tickTimer = setInterval(show, tickMs);
  }

  learn(state: Extract<LiveState, { type: 'page' | 'viewers' | 'quality' }>): void {
    if (state.type === 'viewers') this.#showViewers(state.count);
    else if (state.type === 'quality') {
      find('quality').dataset.level = state.level;
      find('level').textContent = levelNames[state.level];
    } else if (state.type === 'page') this.#showPage(state);
  }

  #showViewers(count: number): void {
    find('viewers').textContent = String(count);
    find('viewers-label').textContent = count === 1 ? 'viewer' : 'viewers';
  }

  #showPage({ url, title }: Extract<LiveState, { type: 'page' }>): void {
    find('url').textContent = url || 'No page is open';
    find('address').title = url;
    tellConsole({ type: 'tintype.live.page', url });
    document.title = title ? `${title} · Live view` : 'Live view';
    this.canvas.setAttribute('aria-label', `The browser of the session shows ${title || url || 'no page'}`);
  }

  /** Shows the text in place of the hint for 8 s. */
  notify(text: string): void {
    find('notice').textContent = text;
    clearTimeout(this.#noticeTimer);
    this.#noticeTimer = setTimeout(() => this.#endNotice(), noticeMs);
    this.#showHint();
  }

  #endNotice(): void {
    this.#noticeTimer = undefined;
    this.#showHint();
  }

  #showHint(): void {
    const hasKeyboard = document.activeElement === this.field;
    const hasNotice = this.#noticeTimer !== undefined;
    this.stage.toggleAttribute('data-keyboard', hasKeyboard);
    find('notice').hidden = !hasNotice;
    find('hint').hidden = !hasKeyboard || hasNotice;
  }

  /** The Tab key reaches the invisible field only while the session gets keys. */
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
