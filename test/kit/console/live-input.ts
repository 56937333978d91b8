import type { CDPSession, Page } from 'playwright-core';
import { html } from '../pages/pages.js';
import { pictureBox, placeOf, sessionWidth } from './live-picture.js';

/** Red. Its form greets the name, and turns the page green. */
export const form = html(
  `<form onsubmit="event.preventDefault(); document.body.style.background = 'rgb(0, 160, 0)'; done.textContent = 'Hello ' + shortened(who.value)">
    <input id="who" aria-label="Name"><button>Go</button></form><output id="done"></output><script>shortened = (text) => (text.length < 99 ? text : [...text].length + text.slice(-2))</script><a href="/other" target="_blank">other</a>`,
  `<style>body { margin: 0; background: rgb(200, 0, 0) } #who, button, a { position: absolute; left: 40px; font: 30px sans-serif }
    #who { top: 40px; width: 400px } button { top: 140px } a { top: 240px } output { position: absolute; top: 340px }</style>`,
);

/** Names what fingers cause, with the number of each finger; its title is how far it is scrolled. */
export const touched = html(
  `<a href="#tapped" style="position: absolute; left: 40px; top: 20px; font: 60px sans-serif">Tap</a><p id="log" style="padding: 200px 0 3000px"></p><script>
    for (const type of ['touchstart', 'touchend', 'touchcancel', 'click']) addEventListener(type, ({ changedTouches = [] }) => {
      log.textContent += type + [...changedTouches].map(({ identifier }) => identifier) + ' ';
    });
    addEventListener('scroll', () => { document.title = Math.round(scrollY) });</script>`,
  '<meta name="viewport" content="width=device-width">',
);

/** Blue. */
export const other = html('', '<style>body { background: rgb(0, 0, 200) }</style>');

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

interface Finger {
  id: number;
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
    await this.#touch('touchStart', [{ id: 0, x, y }]);
    for (const part of [0.25, 0.5, 0.75, 1]) await this.#touch('touchMove', [{ id: 0, x, y: y + pixels * part }]);
    await this.#touch('touchEnd', []);
    const { width } = await pictureBox(this.#page);
    return (-pixels * sessionWidth) / width;
  }

  /** Two fingers move apart. */
  async spread(): Promise<void> {
    const pair = await this.#putTwo();
    for (const distance of [30, 40, 60, 80]) await this.#touch('touchMove', pair(distance));
    await this.#touch('touchEnd', []);
  }

  /** Two fingers touch, 0 and then 1. They leave in the same order. */
  async liftOneOfTwo(): Promise<void> {
    const pair = await this.#putTwo();
    for (const finger of pair(20)) await this.#touch('touchEnd', [finger]);
  }

  /** A finger touches the middle while this runs. */
  async hold(meanwhile: () => Promise<unknown>): Promise<void> {
    await this.#touch('touchStart', [{ id: 0, ...(await this.#middle()) }]);
    await meanwhile();
    await this.#touch('touchEnd', []);
  }

  /** Puts two fingers on the screen, one after another. Answers where they are at a distance in pixels from their middle. */
  async #putTwo(): Promise<(distance: number) => [Finger, Finger]> {
    const { x, y } = await this.#middle();
    const pair = (distance: number): [Finger, Finger] => [
      { id: 0, x: x - distance, y },
      { id: 1, x: x + distance, y },
    ];
    for (const finger of pair(20)) await this.#touch('touchStart', [finger]);
    return pair;
  }

  async #middle(): Promise<{ x: number; y: number }> {
    const { x, y, width, height } = await pictureBox(this.#page);
    return { x: x + width / 2, y: y + height / 2 };
  }

  /** Names the fingers that begin, moved or left; none for the end of all. */
  async #touch(type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Finger[]): Promise<void> {
    await this.#devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  }
}

/** The elements that Tab reaches from the begin of the page, up to `last`. */
export const tabStops = async (page: Page, last: string): Promise<string[]> => {
  const stops: string[] = [];
  while (stops.at(-1) !== last && stops.length < 9) {
    await page.keyboard.press('Tab');
    stops.push(await page.evaluate<string>('document.activeElement.id'));
  }
  return stops;
};
