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
    const input = { surface: this.#surface, isOn, send, takeKeyboard: () => field.focus({ preventScroll: true }) };
    this.#pointer = new PointerInput(input);
    this.#touch = new TouchInput(input, () => this.#isPhone);
    this.#listen();
  }

  #listen(): void {
    this.#view.onPause(() => this.#pause(!this.#isPaused));
    this.#view.onControl(() => this.#control(!this.#wantsControl));
    this.#view.onRetry(() => this.#retry());
    addEventListener('hashchange', () => this.#begin());
    document.addEventListener('visibilitychange', () => this.#sendPause());
    let timer: ReturnType<typeof setTimeout> | undefined;
    new ResizeObserver(() => {
      this.#surface.fit();
      clearTimeout(timer);
      timer = setTimeout(() => this.#sendScreen(), resizeMs);
    }).observe(this.#view.stage);
  }

  /** Begins with another link that was opened in the same tab. */
  #begin(): void {
    if (location.hash.length < 2) return;
    this.#release();
    this.#wantsControl = true;
    this.#connection.close();
    this.#connection = this.#connect();
  }

  #connect(): Connection {
    const token = readToken();
    const connection = new Connection(token, {
      connecting: () => this.#view.connecting(),
      opened: () => this.#opened(),
      state: (state) => this.#learn(state),
      picture: (number, jpeg) => void this.#draw(number, jpeg),
      lost: (reason, inMs) => this.#view.lost(reason, inMs),
      over: (why, reason) => this.#view.over(why, reason),
    });
    if (token) connection.open();
    else this.#view.over('expired', '');
    return connection;
  }

  #opened(): void {
    this.#drawing.restart();
    this.#sendScreen();
    if (this.#isPaused) this.#view.pause(true);
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
      this.#control(this.#wantsControl);
    } else if (state.type === 'viewport') {
      this.#isPhone = state.touch;
      this.#surface.pageWidth = state.width;
    } else this.#view.learn(state);
  }

  async #draw(number: number, jpeg: Blob): Promise<void> {
    await this.#drawing.draw(number, jpeg).catch(() => undefined);
    this.#connection.send({ type: 'drawn', frame: number });
    if (!this.#isPaused) this.#view.live();
  }

  #release(): void {
    this.#keyboard.release();
    this.#pointer.release();
    this.#touch.release();
  }

  #control(wanted: boolean): void {
    this.#release();
    this.#wantsControl = wanted;
    this.#isControlling = wanted && this.#canControl;
    this.#view.control(this.#canControl, this.#isControlling);
  }

  /** Handles the button of a paused view, and of a view without a connection. */
  #retry(): void {
    if (this.#isPaused) this.#pause(false);
    this.#connection.retry();
  }

  #pause(paused: boolean): void {
    this.#isPaused = paused;
    this.#view.pause(paused);
    this.#sendPause();
  }

  /** Sends whether the view is paused. A hidden page counts as paused, so that nothing runs for it. */
  #sendPause(): void {
    this.#connection.send({ type: 'pause', paused: this.#isPaused || document.hidden });
  }

  #sendScreen(): void {
    this.#connection.send({ type: 'screen', ...this.#surface.screen });
  }
}

followConsole();
new LivePage();
