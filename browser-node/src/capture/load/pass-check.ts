import { isCheckPage } from '../../in-page/identity/check-page.js';
import { type Run, withBudget } from '../run.js';

/** Most checks let a browser through within 5 s. */
const passMs = 15_000;
const lookMs = 250;
/** Statuses that bot protections answer in place of a page. */
const refusals: readonly (number | undefined)[] = [202, 403, 429, 503];

const isChecked = ({ page }: Run): Promise<boolean> => page.call(isCheckPage, refusals.includes(page.activity.status));

/** A few steps of the mouse, as a person makes while a page loads. */
const moveMouse = ({ page }: Run, turn: number): void => {
  for (let step = 0; step < 5; step += 1) {
    const angle = (turn + step / 5) * 0.9;
    const point = { x: Math.round(640 + 300 * Math.cos(angle)), y: Math.round(400 + 160 * Math.sin(1.7 * angle)) };
    page.session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...point }).catch(() => undefined);
  }
};

const untilPassed = async (run: Run, signal: AbortSignal): Promise<true> => {
  const { activity } = run.page;
  for (let turn = 0; ; turn += 1) {
    await activity.until(() => activity.loaded, signal);
    const { documents } = activity;
    // A look at a document that is being replaced shows nothing.
    if (!(await isChecked(run)) && activity.loaded && activity.documents === documents) return true;
    signal.throwIfAborted();
    moveMouse(run, turn);
    await run.deadline.sleep(lookMs);
  }
};

/** Waits up to 15 s until a site's bot protection has let the browser through. Warns if it has not. */
export const passCheck = async (run: Run): Promise<void> => {
  if (!run.options.bypassBotDetection || !(await isChecked(run))) return;
  const passed = await withBudget(run, passMs, (signal) => untilPassed(run, signal));
  if (!passed)
    run.warnings.push(
      `The site still shows its check of browsers after ${passMs / 1000} s: the result has that page. Captchas are not solved.`,
    );
};
