import assert from 'node:assert/strict';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { headlessShell } from '../browser-node/guarded-browser.js';
import { launchSandboxed } from '../browser-node/sandboxed-browser.js';
import type { Stack } from '../standalone/stack.js';
import { until } from '../until.js';

export const desktop = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

export interface Visit {
  viewport?: { width: number; height: number };
  /** What the visitor's system prefers. Default: light. */
  colorScheme?: 'light' | 'dark';
  /** The locale of the browser. Default: `en-GB`. */
  locale?: string;
}

/** A page of a visitor without history. It fails the test for errors in its console and for requests to other hosts. */
export interface ConsolePage extends AsyncDisposable {
  page: Page;
  /** What the page complained about so far, apart from answers that are no success. */
  complaints: string[];
}

export class ConsoleBrowser {
  readonly #browser: Browser;
  readonly #url: string;

  private constructor(browser: Browser, url: string) {
    this.#browser = browser;
    this.#url = url;
  }

  /** The full Chromium alone shows PDFs. */
  static async start({ url }: Pick<Stack, 'url'>, binary = headlessShell): Promise<ConsoleBrowser> {
    return new ConsoleBrowser(await launchSandboxed(binary), url);
  }

  async open(path: string, visit: Visit = {}): Promise<ConsolePage> {
    const usual = { viewport: desktop, colorScheme: 'light', locale: 'en-GB' } as const;
    const context = await this.#browser.newContext({
      ...{ ...usual, ...visit },
      acceptDownloads: true,
      ignoreHTTPSErrors: true,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        complaints.push(message.text());
    });
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== new URL(this.#url).origin)
        complaints.push(`asked ${request.url()}`);
    });
    await page.goto(this.#url + path);
    return { page, complaints, [Symbol.asyncDispose]: () => context.close() };
  }

  async stop(): Promise<void> {
    await this.#browser.close();
  }
}

export const signIn = async (page: Page, { apiKey, secret }: { apiKey: string; secret: string }): Promise<void> => {
  await page.getByLabel('API key or user id').fill(apiKey);
  await page.getByLabel('Secret', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('#content').waitFor();
};

const findingsOf = async (page: Page, options: RunOptions): Promise<string[]> => {
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`);
};

/** Whether a person sees where the keyboard is. */
export const isFocusSeen = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>(`getComputedStyle(document.activeElement).outlineStyle === 'solid'`);

/** Code inside of a sentence that a grid or a flexible box lays out as a line of its own. */
const brokenSentences = `[...document.querySelectorAll('code')]
  .map(({ parentElement }) => parentElement)
  .filter((parent) => /grid|flex/.test(getComputedStyle(parent).display))
  .filter((parent) => [...parent.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
  .map((parent) => parent.textContent)`;

/**
 * axe-core finds nothing serious at the page's width, nothing is wider than the window, and no sentence is broken. Dark
 * differs from light in colours alone.
 */
export const assertAccessibleHere = async (
  page: Page,
  where: string,
  schemes: readonly ('dark' | 'light')[] = ['dark', 'light'],
): Promise<void> => {
  // The policy of the page forbids a script element. The source has 1.5 MB, so a page gets it once.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    // The console's script follows; other pages have styles alone.
    await until(`the page is ${colorScheme}`, () =>
      page.evaluate<boolean>(`[undefined, '${colorScheme}'].includes(document.documentElement.dataset.theme)`),
    );
    const rules = colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {};
    const findings = await findingsOf(page, { resultTypes: ['violations'], ...rules });
    assert.deepEqual(findings, [], `${where}, ${colorScheme}`);
  }
  const [wide, window] = await page.evaluate<number[]>('[document.documentElement.scrollWidth, innerWidth]');
  assert.equal(wide, window, `${where} scrolls sideways`);
  assert.deepEqual(await page.evaluate(brokenSentences), [], `${where} breaks sentences`);
};

/** The page is accessible on a desktop and, resized and light, on a phone. There the menu alone differs, which has a test. */
export const assertAccessible = async (page: Page, where: string): Promise<void> => {
  await page.setViewportSize(phone);
  await assertAccessibleHere(page, `${where}, ${phone.width} px`, ['light']);
  await page.setViewportSize(desktop);
  await assertAccessibleHere(page, `${where}, ${desktop.width} px`);
};
