import type { CdpSession } from '../browser/cdp/connection.js';
import type { Page } from '../browser/page/page.js';
import { PausedRequests } from '../browser/page/paused-requests.js';
import { emulate, locate } from './emulation.js';
import { sendHeaders, setCookies } from './request-secrets.js';
import type { Run } from './run.js';
import { defaultViewport, type Viewport, viewportOf } from './viewport.js';

export const applyViewport = async (session: CdpSession, viewport: Viewport): Promise<void> => {
  const { width, height, deviceScaleFactor, mobile, touch } = viewport;
  await Promise.all([
    session.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor, mobile }),
    touch && session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 }),
  ]);
};

const isDefault = (viewport: Viewport) =>
  Object.entries(defaultViewport).every(([name, value]) => viewport[name as keyof Viewport] === value);

/** The commands for a frame before its first request. */
export type PrepareFrame = (session: CdpSession, requests: PausedRequests) => readonly Promise<unknown>[];

/**
 * Frames of other sites have processes of their own, without the page's settings. Each waits at its start until it has
 * them, with its own frames.
 */
const prepareFrames = async (page: Page, parent: CdpSession, prepare: PrepareFrame): Promise<void> => {
  parent.on('Target.attachedToTarget', ({ sessionId }) => {
    const session = page.connection.session(sessionId);
    page.frameSessions.add(session);
    const commands = [...prepare(session, new PausedRequests(session)), prepareFrames(page, session, prepare)];
    // DevTools keeps the order: the frame continues after the commands above.
    commands.push(session.send('Runtime.runIfWaitingForDebugger'));
    for (const each of commands) each.catch(() => undefined);
  });
  await parent.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'iframe' }],
  });
};

/**
 * Answers the password question of the page's origin only. A header on every request would send the password to each
 * server of an image.
 */
const answerHttpAuth = async (requests: PausedRequests, url: string, userAndPassword: string): Promise<void> => {
  const separator = userAndPassword.indexOf(':');
  const username = userAndPassword.slice(0, separator);
  const password = userAndPassword.slice(separator + 1);
  const { origin } = new URL(url);
  const answered = new Set<string>();

  await requests.answerAuth(({ requestId, authChallenge }) => {
    // A second question means that the password was wrong: show the server's answer.
    const known = authChallenge.source === 'Server' && authChallenge.origin === origin && !answered.has(requestId);
    answered.add(requestId);
    return known ? { response: 'ProvideCredentials', username, password } : { response: 'CancelAuth' };
  });
};

/** Settings that frames need too. */
const overrides = (run: Run): PrepareFrame => {
  const { options } = run;
  const send = options.headers && sendHeaders(run, options.headers);
  return (session, requests) => [
    ...emulate(options, session),
    ...(options.httpAuth ? [answerHttpAuth(requests, options.url, options.httpAuth)] : []),
    ...(send?.(session, requests) ?? []),
  ];
};

/** Sets up what the first request needs: viewport, surroundings, secrets, and what `preparations` add. */
export const open = async (run: Run, preparations: readonly PrepareFrame[] = []): Promise<void> => {
  const { page, options } = run;
  const { session } = page;
  const viewport = viewportOf(options);
  const prepare: PrepareFrame = (...frame) =>
    [overrides(run), ...preparations].flatMap((preparation) => preparation(...frame));
  const steps: Promise<unknown>[] = [...prepare(session, page.requests)];
  if (steps.length > 0) steps.push(prepareFrames(page, session, prepare));
  steps.push(...locate(page, options), setCookies(page, options));
  if (!isDefault(viewport)) steps.push(applyViewport(session, viewport));
  await Promise.all(steps);
};
