import { documentUrl } from '@tintype/contracts';
import type { CdpSession } from '../../browser/cdp/connection.js';
import type { Page } from '../../browser/page/page.js';
import { PausedRequests } from '../../browser/page/paused-requests.js';
import { barHeight, metricsOf } from '../../device/window.js';
import type { Run } from '../run.js';
import { emulate, setGeolocation } from './emulation.js';
import { hideAutomation } from './hide-automation.js';
import { sendSecrets } from './request-secrets.js';
import { setCookies } from './target-cookies.js';
import { defaultViewport, type Viewport, viewportOf } from './viewport.js';

export const applyViewport = async (session: CdpSession, viewport: Viewport): Promise<void> => {
  const { width, height, deviceScaleFactor, mobile, touch, hasWindow } = viewport;
  const metrics = hasWindow
    ? metricsOf(viewport, barHeight(viewport, false))
    : { width, height, deviceScaleFactor, mobile };
  await Promise.all([
    session.send('Emulation.setDeviceMetricsOverride', metrics),
    touch && session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 }),
  ]);
};

const isDefault = (viewport: Viewport) =>
  !viewport.hasWindow &&
  Object.entries(defaultViewport).every(([name, value]) => viewport[name as keyof Viewport] === value);

/** The commands for a frame before its first request. */
export type PrepareFrame = (session: CdpSession, requests: PausedRequests) => readonly Promise<unknown>[];

/** The commands for a worker before it runs, by its type in DevTools. */
export type PrepareWorker = (session: CdpSession, type: string) => readonly Promise<unknown>[];

/** The commands for the targets of a page. */
interface Preparation {
  frame: PrepareFrame;
  /** Undefined: workers need none. */
  worker: PrepareWorker | undefined;
}

/**
 * Frames of other sites, and workers, have processes of their own, which lack the page's settings. Each waits at its
 * start until `prepare` has sent the settings. The same holds for its own frames and workers.
 */
const prepareTargets = async (page: Page, parent: CdpSession, prepare: Preparation): Promise<void> => {
  const commandsFor = (session: CdpSession, type: string) => {
    if (type !== 'iframe') return prepare.worker?.(session, type) ?? [];
    page.frameSessions.add(session);
    return prepare.frame(session, new PausedRequests(session));
  };
  parent.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    const session = page.connection.session(sessionId);
    const commands = [...commandsFor(session, targetInfo.type), prepareTargets(page, session, prepare)];
    // DevTools keeps the order: the target continues after the commands above.
    commands.push(session.send('Runtime.runIfWaitingForDebugger'));
    for (const each of commands) each.catch(() => undefined);
  });
  await parent.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'iframe' }, ...(prepare.worker ? [{ type: 'worker' }, { type: 'service_worker' }] : [])],
  });
};

/**
 * Answers the HTTP authentication challenge of the page's origin only. A header on every request would send the password
 * to each server of an image.
 */
const answerHttpAuth = async (requests: PausedRequests, url: string, userAndPassword: string): Promise<void> => {
  const separator = userAndPassword.indexOf(':');
  const username = userAndPassword.slice(0, separator);
  const password = userAndPassword.slice(separator + 1);
  const { origin } = new URL(url);
  const answered = new Set<string>();

  await requests.answerAuth(({ requestId, authChallenge }) => {
    // A second challenge means that the password was wrong: show the server's answer.
    const mayAnswer = authChallenge.source === 'Server' && authChallenge.origin === origin && !answered.has(requestId);
    answered.add(requestId);
    return mayAnswer ? { response: 'ProvideCredentials', username, password } : { response: 'CancelAuth' };
  });
};

/** Settings that frames need too. */
const overrides = (run: Run): PrepareFrame => {
  const { options } = run;
  const send = sendSecrets(run);
  return (session, requests) => [
    ...emulate(options, session),
    ...(options.httpAuth ? [answerHttpAuth(requests, options.url, options.httpAuth)] : []),
    ...(send?.(session, requests) ?? []),
  ];
};

/** Sets up the page before its first request: viewport, emulation, secrets, cookies, document, and the `preparations`. */
export const open = async (run: Run, preparations: readonly PrepareFrame[] = []): Promise<void> => {
  const { page, options, document: html } = run;
  const { session } = page;
  const viewport = viewportOf(options);
  const hiding = await hideAutomation(run);
  const all = [overrides(run), ...(hiding ? [hiding.frame] : []), ...preparations];
  const frame: PrepareFrame = (...target) => all.flatMap((preparation) => preparation(...target));
  const steps: Promise<unknown>[] = [...frame(session, page.requests)];
  if (steps.length > 0) steps.push(prepareTargets(page, session, { frame, worker: hiding?.worker }));
  steps.push(...setGeolocation(page, options), setCookies(page, options));
  if (html !== undefined) steps.push(page.requests.serve({ url: documentUrl, html }));
  if (!isDefault(viewport)) steps.push(applyViewport(session, viewport));
  await Promise.all(steps);
};
