import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { headlessShell } from '../browser-node/guarded-browser.js';
import { launchSandboxed } from '../browser-node/sandboxed-browser.js';
import { administrator, type WordPress } from './word-press.js';

/** A folder for pictures of the pages, for people who look at them. */
const album = process.env.TINTYPE_TEST_ALBUM;

/** A browser in a WordPress: its owner, logged in, and visitors. */
export class PressBrowser {
  /** The page of the administrator. */
  readonly owner: Page;
  readonly #browser: Browser;
  readonly #press: WordPress;

  private constructor(press: WordPress, browser: Browser, owner: Page) {
    this.owner = owner;
    this.#browser = browser;
    this.#press = press;
  }

  static async start(press: WordPress): Promise<PressBrowser> {
    const browser = await launchSandboxed(headlessShell);
    try {
      const started = new PressBrowser(press, browser, await newPage(browser));
      await started.#logIn();
      return started;
    } catch (error) {
      await browser.close();
      throw error;
    }
  }

  async #logIn(): Promise<void> {
    const page = await this.asOwner('/wp-login.php');
    await page.getByLabel('Username').fill(administrator.name);
    await page.getByLabel('Password', { exact: true }).fill(administrator.password);
    await page.getByRole('button', { name: 'Log In' }).click();
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  }

  /** Opens a path in the page of the administrator. */
  async asOwner(path: string): Promise<Page> {
    await this.owner.goto(this.#press.url + path);
    return this.owner;
  }

  /** Opens a path as a visitor who is not logged in. */
  async asVisitor(path: string): Promise<Page> {
    const page = await newPage(this.#browser);
    await page.goto(this.#press.url + path);
    return page;
  }

  /** Keeps a picture of the page, if someone wants pictures. */
  async look(page: Page, name: string): Promise<void> {
    if (album) await page.screenshot({ path: join(album, `${name}.png`), fullPage: true });
  }

  stop(): Promise<void> {
    return this.#browser.close();
  }
}

const newPage = async (browser: Browser): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  return page;
};

interface ShownPicture {
  alt: string;
  loading: string;
  /** The element's attributes. */
  size: [width: number, height: number];
  /** The size of the loaded picture. */
  natural: [width: number, height: number];
}

/** Waits until the only picture of the plugin on the page has come. */
export const shownPicture = (page: Page): Promise<ShownPicture> =>
  page.evaluate(`(async () => {
    const image = document.querySelector('img.tintype-picture');
    await image.decode();
    const { alt, loading, naturalWidth, naturalHeight } = image;
    const size = ['width', 'height'].map((name) => Number(image.getAttribute(name)));
    return { alt, loading, size, natural: [naturalWidth, naturalHeight] };
  })()`);
