import type { CDPSession, Page } from 'playwright-core';
import { pictureBox, placeOf, sessionWidth } from './live-picture.js';

/** A script that pastes a text where the focus is. */
export const paste = (text: string) => `{
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', ${JSON.stringify(text)});
  document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
}`;

/** Keys that are not on the keyboard of Playwright. The focus is where the viewer's page takes keys. */
export class ForeignKeyboard {
  readonly #page: Page;
  readonly #devtools: CDPSession;

  private constructor(page: Page, devtools: CDPSession) {
    this.#page = page;
    this.#devtools = devtools;
  }

  static async of(page: Page): Promise<ForeignKeyboard> {
    return new ForeignKeyboard(page, await page.context().newCDPSession(page));
  }

  /** A key of another layout; also with AltGr on Linux, where it is no modifier. */
  async press(key: string, code: string): Promise<void> {
    await this.#devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', key, code, text: key });
    await this.#devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code });
  }

  /** Windows reports AltGr with Control and Alt. DevTools knows no AltGr, so the events are played. */
  async altGr(key: string, code: string): Promise<void> {
    const init = { key, code, ctrlKey: true, altKey: true, modifierAltGraph: true, bubbles: true, cancelable: true };
    await this.#page.evaluate(`for (const type of ['keydown', 'keyup'])
      document.activeElement.dispatchEvent(new KeyboardEvent(type, ${JSON.stringify(init)}))`);
  }

  /** An accent's key, and then the letter's. */
  async dead(accent: string, letter: string): Promise<void> {
    await this.#devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Dead', code: 'Equal' });
    await this.compose(accent, letter);
  }

  /** The texts that an input method shows one after another; the last one is chosen. */
  async compose(...texts: string[]): Promise<void> {
    const chosen = texts.pop() ?? '';
    for (const text of texts) {
      const selection = { selectionStart: text.length, selectionEnd: text.length };
      await this.#devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Process', code: 'KeyN' });
      await this.#devtools.send('Input.imeSetComposition', { text, ...selection });
    }
    await this.#devtools.send('Input.insertText', { text: chosen });
  }
}

interface Point {
  x: number;
  y: number;
}

/** Fingers on the screen of a viewer. */
export class Fingers {
  readonly #page: Page;
  readonly #devtools: CDPSession;

  private constructor(page: Page, devtools: CDPSession) {
    this.#page = page;
    this.#devtools = devtools;
  }

  static async of(page: Page): Promise<Fingers> {
    return new Fingers(page, await page.context().newCDPSession(page));
  }

  /** A point of the session's page. */
  async tap(x: number, y: number): Promise<void> {
    await this.#page.touchscreen.tap(...(await placeOf(this.#page, x, y)));
  }

  async tapMiddle(): Promise<void> {
    const { x, y } = await this.#middle();
    await this.#page.touchscreen.tap(x, y);
  }

  /** Moves one finger by pixels of the screen. Answers how many pixels of the session's page that is, upwards. */
  async drag(pixels: number): Promise<number> {
    const { x, y } = await this.#middle();
    await this.#touch('touchStart', [{ x, y }]);
    for (const part of [0.25, 0.5, 0.75, 1]) await this.#touch('touchMove', [{ x, y: y + pixels * part }]);
    await this.#touch('touchEnd', []);
    const { width } = await pictureBox(this.#page);
    return (-pixels * sessionWidth) / width;
  }

  /** Two fingers move apart. */
  async spread(): Promise<void> {
    const { x, y } = await this.#middle();
    const pair = (distance: number) => [
      { x: x - distance, y },
      { x: x + distance, y },
    ];
    await this.#touch('touchStart', pair(20).slice(0, 1));
    await this.#touch('touchStart', pair(20));
    for (const distance of [30, 40, 60, 80]) await this.#touch('touchMove', pair(distance));
    await this.#touch('touchEnd', []);
  }

  async #middle(): Promise<Point> {
    const { x, y, width, height } = await pictureBox(this.#page);
    return { x: x + width / 2, y: y + height / 2 };
  }

  async #touch(type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]): Promise<void> {
    const touchPoints = points.map((point, id) => ({ ...point, id }));
    await this.#devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  }
}
