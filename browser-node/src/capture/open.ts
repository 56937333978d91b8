import { findDevice } from '@tintype/contracts';
import type { CdpSession } from '../browser/cdp/connection.js';
import { type PrepareFrame, prepareFrames } from './frames.js';
import { answerHttpAuth } from './http-auth.js';
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
