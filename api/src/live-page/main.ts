import type { LiveState } from '@tintype/contracts';
import { Connection } from './connection.js';
import { KeyboardInput } from './keyboard.js';
import { keepToken, readToken } from './pass.js';
import { PictureDrawing } from './picture.js';
import { PointerInput } from './pointer.js';
import { Surface } from './surface.js';
import { followConsole } from './theme.js';
import { TouchInput } from './touch.js';
import { View } from './view.js';

/** The new size is sent once the stage has kept it for this time. */
const resizeMs = 200;

/** Connects the parts of the page. */
class LivePage {
  readonly #view = new View();
  readonly #surface = new Surface(this.#view.canvas, this.#view.stage);
  readonly #drawing = new PictureDrawing(this.#view.canvas, () => this.#surface.fit());
  readonly #keyboard: KeyboardInput;
  readonly #pointer: PointerInput;
  readonly #touch: TouchInput;
  #connection: Connection;
  /** Whether the session's page takes touch. */
  #isPhone = false;
  #canControl = false;
  /** What the person chose with the button. It outlives a lost connection. */
  #wantsControl = true;
  #isControlling = false;
  #isPaused = false;

  constructor() {
    this.#connection = this.#connect();
    const send: Connection['send'] = (message) => this.#connection.send(message);
    const isOn = () => this.#isControlling && this.#view.isLive;
    const { field } = this.#view;
    const leave = () => this.#view.focusBar();
    const notify = (text: string) => this.#view.notify(text);
    this.#keyboard = new KeyboardInput({ field, isOn, send, leave, notify });
    const input = { surface: this.#surface, isOn, send, focusField: () => field.focus({ preventScroll: true }) };
    this.#pointer = new PointerInput(input);
    this.#touch = new TouchInput(input, () => this.#isPhone);
    this.#listen();
  }

  #listen(): void {
    this.#view.onPause(() => this.#setPaused(!this.#isPaused));
    this.#view.onControl(() => this.#setControl(!this.#wantsControl));
    this.#view.onRetry(() => this.#retry());
    addEventListener('hashchange', () => this.#openLink());
    document.addEventListener('visibilitychange', () => this.#sendPause());
    let timer: ReturnType<typeof setTimeout> | undefined;
    new ResizeObserver(() => {
      this.#surface.fit();
      clearTimeout(timer);
      timer = setTimeout(() => this.#sendScreen(), resizeMs);
    }).observe(this.#view.stage);
  }

  /** Connects with another link that was opened in the same tab. */
  #openLink(): void {
    if (location.hash.length < 2) return;
    this.#release();
    this.#wantsControl = true;
    this.#connection.close();
    this.#connection = this.#connect();
  }

  #connect(): Connection {
    const token = readToken();
    const connection = new Connection(token, {
      connecting: () => this.#view.showConnecting(),
      opened: () => this.#opened(),
      state: (state) => this.#learn(state),
      picture: (number, jpeg) => void this.#draw(number, jpeg),
      lost: (reason, inMs) => this.#view.showLost(reason, inMs),
      over: (end, reason) => this.#view.showEnd(end, reason),
    });
    if (token) connection.open();
    else this.#view.showEnd('expired', '');
    return connection;
  }

  #opened(): void {
    this.#drawing.restart();
    this.#sendScreen();
    if (this.#isPaused) this.#view.showPaused(true);
    if (this.#isPaused || document.hidden) this.#sendPause();
  }

  #learn(state: LiveState): void {
    if (state.type === 'pass') {
      this.#connection.renew(state.token);
      keepToken(state.token);
    } else if (state.type === 'welcome') {
      this.#isPhone = state.touch;
      this.#canControl = state.control;
      this.#view.showTimeLeft(Date.parse(state.expiresAt));
      this.#setControl(this.#wantsControl);
    } else if (state.type === 'viewport') {
      this.#isPhone = state.touch;
      this.#surface.pageWidth = state.width;
    } else this.#view.learn(state);
  }

  async #draw(number: number, jpeg: Blob): Promise<void> {
    // Report a picture that cannot be decoded, too: the pod waits for reports before it sends more.
    await this.#drawing.draw(number, jpeg).catch(() => undefined);
    this.#connection.send({ type: 'drawn', frame: number });
    if (!this.#isPaused) this.#view.showLive();
  }

  #release(): void {
    this.#keyboard.release();
    this.#pointer.release();
    this.#touch.release();
  }

  #setControl(wantsControl: boolean): void {
    this.#release();
    this.#wantsControl = wantsControl;
    this.#isControlling = wantsControl && this.#canControl;
    this.#view.showControl(this.#canControl, this.#isControlling);
  }

  /** Handles the button of a paused view, and of a view without a connection. */
  #retry(): void {
    if (this.#isPaused) this.#setPaused(false);
    this.#connection.retry();
  }

  #setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#view.showPaused(isPaused);
    this.#sendPause();
  }

  /** Sends whether the view is paused. A hidden page counts as paused, so that it gets no pictures. */
  #sendPause(): void {
    this.#connection.send({ type: 'pause', paused: this.#isPaused || document.hidden });
  }

  #sendScreen(): void {
    this.#connection.send({ type: 'screen', ...this.#surface.screen });
  }
}

followConsole();
new LivePage();
