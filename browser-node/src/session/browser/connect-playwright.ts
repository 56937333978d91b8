import { systemClock } from '@tintype/runtime';
import type { ConnectOverCDPTransport, Browser as PlaywrightBrowser } from 'playwright-core';
import { CdpClient, type SessionFollower } from '../../browser/cdp/client.js';
import type { CdpMessage } from '../../browser/cdp/connection.js';
import { oneATask } from '../../browser/cdp/one-a-task.js';
import { isExtension } from '../../browser/process/extension.js';
import type { BrowserProcess } from '../../browser/process/launch.js';
import { ConsoleFlood } from '../pages/console-flood.js';
import type { Dialogs } from '../pages/dialogs.js';
import { isLinkOut } from '../pages/links-out.js';
import type { PageState } from '../pages/page-state.js';
import { withThrownValue } from '../pages/thrown-value.js';

/** Loaded where a browser is started: it takes 30 MB and a third of a second, and most that import this package have no use for it. */
export const loadPlaywright = () => import('playwright-core');

interface PlaywrightDependencies {
  dialogs: Dialogs;
  state: PageState;
  sessions: SessionFollower;
}

/** Playwright, as one of those who speak to the browser. */
export const connectPlaywright = async (
  { connection, profile }: BrowserProcess,
  { dialogs, state, sessions }: PlaywrightDependencies,
): Promise<PlaywrightBrowser> => {
  const transport: ConnectOverCDPTransport = {
    send: (message) => client.send(message as CdpMessage),
    close: () => client.close(),
  };
  // It begins to hear of a page in the promise of an answer: what came with that answer would be lost.
  const run = oneATask();
  const deliver = (message: CdpMessage) => run(() => transport.onmessage?.(message));
  const now = () => systemClock.monotonic();
  const flood = new ConsoleFlood({ send: (message) => client.send(message), state, now });
  const client = await CdpClient.attach(connection, {
    onMessage: (heard) => {
      if (flood.passes(heard) && !isLinkOut(heard)) dialogs.forward(withThrownValue(heard), deliver);
    },
    onClose: () => run(() => transport.onclose?.()),
    mayKnow: (target) => !isExtension(target),
    sessions,
  });
  const { chromium } = await loadPlaywright();
  // The browser is as it is: what it is told, TargetSettings tells it. What Playwright keeps goes with the profile.
  return chromium.connectOverCDP(transport, { noDefaults: true, artifactsDir: profile });
};
