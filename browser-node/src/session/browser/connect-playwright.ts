import { systemClock } from '@tintype/runtime';
import type { ConnectOverCDPTransport, Browser as PlaywrightBrowser } from 'playwright-core';
import { CdpClient, type SessionFollower } from '../../browser/cdp/client.js';
import type { CdpMessage } from '../../browser/cdp/connection.js';
import { createTaskQueue } from '../../browser/cdp/task-queue.js';
import { isExtension } from '../../browser/process/extension.js';
import type { BrowserProcess } from '../../browser/process/launch.js';
import { ConsoleFlood } from '../pages/console-flood.js';
import { concernsDialog } from '../pages/dialogs.js';
import { isLinkOut } from '../pages/links-out.js';
import type { PageState } from '../pages/page-state.js';
import { withThrownValue } from '../pages/thrown-value.js';

interface PlaywrightDependencies {
  state: PageState;
  sessions: SessionFollower;
}

interface ConnectedPlaywright {
  browser: PlaywrightBrowser;
  /** Delivers the console lines that pages wrote earlier, which the browser repeats. Add listeners first. */
  deliverLines: () => void;
}

const writesLine = /^Runtime\.(consoleAPICalled|exceptionThrown)$/;

export const connectPlaywright = async (
  { connection, profile }: BrowserProcess,
  { state, sessions }: PlaywrightDependencies,
): Promise<ConnectedPlaywright> => {
  const transport: ConnectOverCDPTransport = {
    send: (message) => client.send(message as CdpMessage),
    close: () => client.close(),
  };
  // Playwright registers a page in a promise. Each message gets its own task, else Playwright would miss the next ones.
  const run = createTaskQueue();
  const deliver = (message: CdpMessage) => run(() => transport.onmessage?.(message));
  const lines: CdpMessage[] = [];
  let holdsLines = true;
  const now = () => systemClock.monotonic();
  const flood = new ConsoleFlood({ send: (message) => client.send(message), state, now });
  const client = await CdpClient.attach(connection, {
    onMessage: (message) => {
      if (!flood.passes(message) || isLinkOut(message) || concernsDialog(message)) return;
      if (holdsLines && writesLine.test(message.method ?? '')) lines.push(withThrownValue(message));
      else deliver(withThrownValue(message));
    },
    onClose: () => run(() => transport.onclose?.()),
    isTargetVisible: (target) => !isExtension(target),
    sessions,
  });
  // Loaded late: it takes 0.2 s and 50 MB, and a session of a DevTools client seldom needs it.
  const { chromium } = await import('playwright-core');
  // TargetSettings applies all settings. Playwright's files disappear with the profile.
  const options = { noDefaults: true, artifactsDir: profile };
  const browser = await chromium.connectOverCDP(transport, options).catch((error: unknown) => {
    client.close();
    throw error;
  });
  const deliverLines = () => {
    holdsLines = false;
    for (const line of lines.splice(0)) deliver(line);
  };
  return { browser, deliverLines };
};
