import { limits, notCss, TintypeError } from '@tintype/contracts';
import type { Protocol } from 'devtools-protocol';
import { CdpError } from '../../browser/cdp/connection.js';
import { addStyles, aimAt, finishHiding, invalidSelector, scrollBack } from '../../in-page/changes.js';
import { waitForTasks } from '../../in-page/loading.js';
import { type Run, withinLimit, withPatience } from '../run.js';
import { quoted, reportMissing, waitForElement, waitUntilQuiet } from './wait-until-still.js';

/** A script that waits for longer continues while the page is captured. */
const scriptMs = 10_000;
const clickMs = limits.clickSeconds * 1000;
const reactionMs = 100;
/** An error of a page may be a long text. */
const maxMessage = 300;

/** Selectors that win over any rule of a page: `:is` is as specific as its most specific member. */
const mostSpecific = (selectors: readonly string[]) => `:is(${selectors.join(',')},#t#t#t#t)`;

/** Hides descendants, too, which may be visible by a rule of their own. */
const hidingStyles = ({ hidden, removed }: NonNullable<Run['options']['hide']>): string => {
  const each = mostSpecific(hidden);
  return [
    hidden.length > 0 ? `${each}, ${each} * { visibility: hidden !important; }` : '',
    removed.length > 0 ? `${mostSpecific(removed)} { display: none !important; }` : '',
  ].join('\n');
};

/** Chooses among the fonts of Han script, as an attribute `lang` would. */
const localeStyles = (locale: string) => `:where(:root:not([lang])) { -webkit-locale: "${locale}"; }`;

const messageOf = ({ exception, text }: Protocol.Runtime.ExceptionDetails): string => {
  const [first = ''] = (exception?.description ?? String(exception?.value ?? text)).split('\n');
  return first.replaceAll(/\p{Cc}/gu, ' ').slice(0, maxMessage);
};

/**
 * Ignores two ends of the script: it left its document, or it computed without end and was terminated ("Internal
 * error"). The latter has its own warning.
 */
const nothingIfEnded = (error: unknown): Record<string, never> => {
  if (error instanceof CdpError && /context|navigated|internal error/i.test(error.message)) return {};
  throw error;
};

/** Applies `css`, `js`, `hide`, `click` and `locale` to one page. */
export class PageChanges {
  readonly #run: Run;
  /** The last documents that `#apply` changed and `finish` finished, by their number in the page: the first is 1. */
  #changedDocument = 0;
  #finishedDocument = 0;
  #hasExecuted = false;

  constructor(run: Run) {
    this.#run = run;
  }

  /** Changes the page, then clicks. */
  async act(): Promise<void> {
    await this.#apply();
    await waitUntilQuiet(this.#run);
    for (const selector of this.#run.options.click ?? []) await this.#click(selector);
  }

  /** Removes what `hide=remove:` names, and warns of selectors without a match. Does so once for each document. */
  async finish(): Promise<void> {
    const { page, options } = this.#run;
    if (this.#finishedDocument === page.activity.documents) return;
    if (await this.#apply()) await waitUntilQuiet(this.#run);
    this.#finishedDocument = this.#changedDocument;
    if (!options.hide) return;
    const missing = await page.call(finishHiding, options.hide.hidden, options.hide.removed);
    for (const selector of missing) reportMissing(this.#run, `No element matched ${quoted(selector)} of \`hide\`.`);
  }

  /**
   * Changes the current document, once. Returns false if it was already changed. The script runs only in the first
   * document, since the script may have led to the next one.
   */
  async #apply(): Promise<boolean> {
    const { page, options } = this.#run;
    const { documents } = page.activity;
    if (documents === this.#changedDocument) return false;
    this.#changedDocument = documents;
    const { css, js, hide, locale } = options;
    await this.#refuseInvalid([...(hide?.hidden ?? []), ...(hide?.removed ?? []), ...(options.click ?? [])]);
    const styles = [locale && localeStyles(locale), hide && hidingStyles(hide)].filter(Boolean).join('\n');
    for (const each of [css, styles]) if (each) await page.call(addStyles, each);
    if (js === undefined || this.#hasExecuted) return true;
    this.#hasExecuted = true;
    await this.#execute(js);
    return true;
  }

  async #refuseInvalid(selectors: readonly string[]): Promise<void> {
    if (selectors.length === 0) return;
    const invalid = await this.#run.page.call(invalidSelector, selectors);
    if (invalid !== null) throw new TintypeError('invalid_option', notCss(invalid));
  }

  /** Runs a separate script in the page's own world. `replMode`, the mode of consoles, allows `await`. */
  async #execute(expression: string): Promise<void> {
    const run = this.#run;
    const { activity, session } = run.page;
    const { documents } = activity;
    const call = { expression, awaitPromise: true, replMode: true, userGesture: true, silent: true };
    const begun = Date.now();
    const details = await withPatience(run, scriptMs, async (signal) => {
      // If the script leaves the document, Chromium answers with an error, or does not answer.
      const left = activity.until(() => activity.documents > documents, signal).then(() => ({}));
      const answer: Partial<Protocol.Runtime.EvaluateResponse> = await Promise.race([
        session.send('Runtime.evaluate', call).catch(nothingIfEnded),
        left,
      ]);
      return answer.exceptionDetails ?? null;
    });
    if (details) run.warnings.push(`The script of \`js\` failed: ${messageOf(details)}`);
    if (details === undefined)
      run.warnings.push(
        `The script of \`js\` had not ended ${withinLimit(run, scriptMs, begun)}: the result has what it did until then.`,
      );
  }

  async #click(selector: string): Promise<void> {
    const run = this.#run;
    const found = await waitForElement(run, selector, { visible: true, ms: clickMs });
    const clicked = found ? await withPatience(run, clickMs, () => this.#press(selector)) : false;
    if (clicked === undefined) {
      run.warnings.push(
        `There was no time for the click on ${quoted(selector)}: the page was busy, or \`timeout\` had ended.`,
      );
      return;
    }
    if (!clicked) {
      const within = `within ${limits.clickSeconds} s`;
      reportMissing(run, `No visible element matched ${quoted(selector)} of \`click\` ${within}.`);
      return;
    }
    await this.#waitForReaction();
    await waitUntilQuiet(run);
    await this.#apply();
  }

  /**
   * Waits for the effect of a click. A document without scripts has no timers: there, a link begins its request soon.
   */
  #waitForReaction(): Promise<unknown> {
    const run = this.#run;
    if (!run.options.javascript) return run.deadline.sleep(reactionMs);
    return withPatience(run, clickMs, () => run.page.call(waitForTasks));
  }

  async #press(selector: string): Promise<boolean> {
    const { page } = this.#run;
    const aim = await page.call(aimAt, selector);
    if (!aim) return false;
    const { documents } = page.activity;
    const left = { button: 'left', clickCount: 1 } as const;
    if (aim.point) {
      const { point } = aim;
      await page.session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...point });
      await page.session.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...point, ...left });
      await page.session.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...point, ...left });
    }
    if (page.activity.documents === documents) await page.call(scrollBack, { from: aim.from, to: aim.to });
    return true;
  }
}

/** Undefined if the options change nothing. */
export const changesOf = (run: Run): PageChanges | undefined => {
  const { css, js, hide, click, locale } = run.options;
  return [css, js, hide, click, locale].some((each) => each !== undefined) ? new PageChanges(run) : undefined;
};
