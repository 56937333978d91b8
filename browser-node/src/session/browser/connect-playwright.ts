import { systemClock } from '@tintype/runtime';
import type { ConnectOverCDPTransport, Browser as PlaywrightBrowser } from 'playwright-core';
import { CdpClient, type SessionFollower } from '../../browser/cdp/client.js';
import type { CdpMessage } from '../../browser/cdp/connection.js';
import { createTaskQueue } from '../../browser/cdp/task-queue.js';
import { isExtension } from '../../browser/process/extension.js';
import type { BrowserProcess } from '../../browser/process/launch.js';
import { ConsoleFlood } from '../pages/console-flood.js';
import type { Dialogs } from '../pages/dialogs.js';
import { isLinkOut } from '../pages/links-out.js';
import type { PageState } from '../pages/page-state.js';
import { withThrownValue } from '../pages/thrown-value.js';

/** Loaded late: it takes 30 MB and 0.3 s, and most importers of this package never use it. */
export const loadPlaywright = () => import('playwright-core');

interface PlaywrightDependencies {
  dialogs: Dialogs;
  state: PageState;
  sessions: SessionFollower;
}

export const connectPlaywright = async (
  { connection, profile }: BrowserProcess,
  { dialogs, state, sessions }: PlaywrightDependencies,
): Promise<PlaywrightBrowser> => {
  const transport: ConnectOverCDPTransport = {
    send: (message) => client.send(message as CdpMessage),
    close: () => client.close(),
  };
  // Playwright registers a page in a promise. Without a task of its own for each message, it would miss the next ones.
  const run = createTaskQueue();
  const deliver = (message: CdpMessage) => run(() => transport.onmessage?.(message));
  const now = () => systemClock.monotonic();
  const flood = new ConsoleFlood({ send: (message) => client.send(message), state, now });
  const client = await CdpClient.attach(connection, {
    onMessage: (message) => {
      if (flood.passes(message) && !isLinkOut(message)) dialogs.forward(withThrownValue(message), deliver);
    },
    onClose: () => run(() => transport.onclose?.()),
    isTargetVisible: (target) => !isExtension(target),
    sessions,
  });
  const { chromium } = await loadPlaywright();
  // TargetSettings applies all settings. Playwright's files go away with the profile.
  return chromium.connectOverCDP(transport, { noDefaults: true, artifactsDir: profile });
};
