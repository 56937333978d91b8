import { findDevice } from '@tintype/contracts';
import type { CdpConnection, CdpSession } from '../browser/cdp/connection.js';
import { PausedRequests } from '../browser/page/paused-requests.js';
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

/** What a frame gets before its first request. */
type PrepareFrame = (session: CdpSession, requests: PausedRequests) => readonly Promise<unknown>[];

/**
 * Frames of other sites run in processes of their own, which know nothing of what the page was told. Each is held at
 * its start until it has been told the same, and so are the frames within it.
 */
const prepareFrames = async (connection: CdpConnection, parent: CdpSession, prepare: PrepareFrame): Promise<void> => {
  parent.on('Target.attachedToTarget', ({ sessionId }) => {
    const session = connection.session(sessionId);
    const told = [...prepare(session, new PausedRequests(session)), prepareFrames(connection, session, prepare)];
    // Commands keep their order: the frame goes on when all before has been done, or the frame has gone.
    told.push(session.send('Runtime.runIfWaitingForDebugger'));
    for (const each of told) each.catch(() => undefined);
  });
  await parent.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'iframe' }],
  });
};

/**
 * Answers the password question of the page's own origin, and of no other: a header on every request would hand the
 * password to everybody whose pictures the page shows.
 */
const answerHttpAuth = async (requests: PausedRequests, url: string, userAndPassword: string): Promise<void> => {
  const separator = userAndPassword.indexOf(':');
  const username = userAndPassword.slice(0, separator);
  const password = userAndPassword.slice(separator + 1);
  const { origin } = new URL(url);
  const asked = new Set<string>();

  await requests.answerAuth(({ requestId, authChallenge }) => {
    // Asked again means that it was wrong: show what the server answers then.
    const known = authChallenge.source === 'Server' && authChallenge.origin === origin && !asked.has(requestId);
    asked.add(requestId);
    return known ? { response: 'ProvideCredentials', username, password } : { response: 'CancelAuth' };
  });
};

/** What the page's frames have to know too: user agent, colours, password. */
const overrides =
  (options: Run['options']): PrepareFrame =>
  (session, requests) => {
    const userAgent = options.userAgent ?? findDevice(options.emulateDevice ?? '')?.userAgent;
    const steps: Promise<unknown>[] = [];
    if (userAgent) steps.push(session.send('Emulation.setUserAgentOverride', { userAgent }));
    if (options.darkMode) {
      const features = [{ name: 'prefers-color-scheme', value: 'dark' }];
      steps.push(session.send('Emulation.setEmulatedMedia', { features }));
    }
    if (options.httpAuth) steps.push(answerHttpAuth(requests, options.url, options.httpAuth));
    return steps;
  };

/** Sets up what must be there before the first request of the page: viewport, user agent, colours, password. */
export const open = async ({ page, options }: Run): Promise<void> => {
  const { session } = page;
  const viewport = viewportOf(options);
  const steps: Promise<unknown>[] = [...overrides(options)(session, page.requests)];
  if (steps.length > 0) steps.push(prepareFrames(page.connection, session, overrides(options)));
  if (!isDefault(viewport)) steps.push(applyViewport(session, viewport));
  await Promise.all(steps);
};
