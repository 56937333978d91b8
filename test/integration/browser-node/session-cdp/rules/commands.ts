import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { commandRules, judgeCommand } from '@tintype/browser-node/testing';
import { sessionsOnFull } from '../../../../kit/browser-node/guarded-browser.js';
import type { RawDevTools } from '../../../../kit/browser-node/raw-devtools.js';
import { SessionNode } from '../../../../kit/browser-node/session-node.js';

const session = 'sess_00000000-0000-4000-8000-000000000011';

/** The browser itself has these domains. */
const ofBrowser = new Set(['Browser', 'Target', 'SystemInfo', 'Tethering', 'Extensions', 'PWA']);
/** These end their target or block all later commands. */
const last = ['Debugger.pause', 'Page.close'];

/** Only a full Chromium has them (docs/devtools.md). */
const missingInShell = /^Autofill\./;

const methods = Object.keys(commandRules).filter((method) => !method.endsWith('.*'));
const inOrder = [...methods.filter((each) => !last.includes(each)), ...last];
const isRefused = (method: string) => 'refuse' in judgeCommand({ method, params: {} });

export const commandCases = (): void => {
  describe('the list of commands, line by line, at a real browser', { timeout: 600_000 }, () => {
    let node: SessionNode;
    let client: RawDevTools;
    /** A page for each domain, since some commands block others. */
    const pages = new Map<string, string>();

    before(async () => {
      node = await SessionNode.start();
      await node.activate(session, { cdp: true });
      client = await node.connect(session);
    });
    after(() => node?.stop());

    const speaker = async (method: string): Promise<string | undefined> => {
      const [domain = ''] = method.split('.');
      if (ofBrowser.has(domain)) return undefined;
      const page = pages.get(domain) ?? (await newPage());
      pages.set(domain, page);
      return page;
    };

    const newPage = async (): Promise<string> => {
      // Closes pages above ten, since a session's pages are limited.
      for (const [domain, page] of pages.size > 10 ? pages : []) {
        await client.errorOf('Page.close', {}, page);
        pages.delete(domain);
      }
      return client.attach();
    };

    for (const method of inOrder.filter((each) => each !== 'Browser.close')) {
      it(`${method} is ${isRefused(method) ? 'refused' : 'known'}`, async () => {
        const error = await client.errorOf(method, {}, await speaker(method));
        if (isRefused(method)) assert.match(error, new RegExp(`^${method} is refused\\.`));
        else if (missingInShell.test(method) && !sessionsOnFull) assert.match(error, /wasn't found/);
        else assert.doesNotMatch(error, /is refused|wasn't found|not found|closed/);
      });
    }
  });
};
