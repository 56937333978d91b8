import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BrowserProcess, Page, readProcessTree } from '@tintype/browser-node/testing';
import { wallAttacks, wallDefences } from '../../../kit/attacks/behind-wall.js';
import { html, type PageServer, startPages } from '../../../kit/pages/pages.js';
import { leftoversOf } from '../../../kit/process/leftovers.js';
import { until } from '../../../kit/until.js';
import { launchWalled, startWall } from '../../../kit/wall/walled-browser.js';

const onLinux = { skip: process.platform !== 'linux' && 'Linux only' };
const main = fileURLToPath(new URL('../../../kit/wall/attack-main.js', import.meta.url));
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

type Report = Record<string, boolean>;

/** What an attacker in the browser's place can do. */
const attackAs = async (uid?: number): Promise<Record<'walled' | 'shared' | 'open', Report>> => {
  const user = uid === undefined ? {} : { uid, gid: uid };
  const env = { PATH: process.env.PATH, TINTYPE_TEST_SECRET: 'a secret of ours' };
  const { stdout } = await promisify(execFile)(process.execPath, [main], { ...user, env, cwd: '/', timeout: 60_000 });
  return JSON.parse(stdout);
};

const users: [name: string, uid: number | undefined][] = isRoot
  ? [
      ['of programs that run as root', undefined],
      ['of programs that run as the same user', nobody],
    ]
  : [['of programs that run as the same user', undefined]];

describe('hostile code in the place of a browser', onLinux, () => {
  for (const [name, uid] of users)
    describe(name, () => {
      let reports: Awaited<ReturnType<typeof attackAs>>;
      before(async () => {
        reports = await attackAs(uid);
      });

      for (const attack of wallAttacks)
        it(`cannot ${attack.class}: ${attack.name}; ${wallDefences[attack.stoppedBy]}`, () => {
          assert.equal(reports.walled[attack.name], false);
          assert.equal(reports.shared[attack.name], attack.succeedsInSharedProc);
          // Otherwise the case proves nothing. Another user may do less.
          if (!isRoot || uid !== undefined) assert.equal(reports.open[attack.name], attack.succeedsWithoutWall);
        });
    });
});

describe('a system without user namespaces', onLinux, () => {
  it('is refused, with what to do', async () => {
    const forbid = 'echo 0 > /proc/sys/user/max_user_namespaces; exec "$@"';
    const ask = `const { tryWall } = await import(${JSON.stringify(import.meta.resolve('@tintype/browser-node'))});
      await tryWall({ binary: process.execPath, uid: undefined }).catch((error) => console.log(String(error)));`;
    const command = [process.execPath, '--input-type=module', '--eval', ask];
    const { stdout } = await promisify(execFile)('unshare', ['-Ur', 'sh', '-c', forbid, 'sh', ...command]);
    assert.match(stdout, /^ConfigError: .*user\.max_user_namespaces.*TINTYPE_BROWSER_WALL=off/);
  });
});

const scriptsText =
  '<meta charset=utf-8><p>Latin, Ελληνικά, кириллица, 日本語, 한국어, ไทย, हिन्दी, العربية, עברית, 😀</p>';
const scripts = html(scriptsText);

for (const full of [false, true])
  describe(`${full ? 'full Chromium' : 'the headless shell'} behind a wall`, onLinux, () => {
    let site: PageServer;
    let other: PageServer;
    let stage: ReturnType<typeof startWall>;
    let browser: BrowserProcess;
    let page: Page;

    const open = (process: BrowserProcess) => Page.create(process.connection, { width: 800, height: 200 });
    const show = async ({ session }: Page, url: string) => {
      const { errorText } = await session.send('Page.navigate', { url });
      return errorText;
    };

    before(async () => {
      site = await startPages({ '/': scripts });
      other = await startPages({ '/': scripts });
      stage = startWall(`127.0.0.1:${site.port}`);
      browser = await launchWalled(full, stage.wall());
      page = await open(browser);
    });
    after(async () => {
      await browser?.close();
      await stage?.close();
      await site?.close();
      await other?.close();
    });

    it('reaches what the guard allows, and nothing else', async () => {
      assert.equal(await show(page, site.url('/')), undefined);
      assert.ok(await show(page, other.url('/')));
      assert.deepEqual(other.requests, []);
    });

    it('finds no file of the machine', async () => {
      assert.equal(await show(page, 'file:///etc/passwd'), 'net::ERR_FILE_NOT_FOUND');
    });

    it("keeps Chromium's own sandbox", async () => {
      const namespace = (pid: number) => readlinkSync(`/proc/${pid}/ns/user`);
      const isConfined = ({ pid }: { pid: number }) =>
        /^Seccomp:\t2$/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')) && namespace(pid) !== namespace(browser.pid);
      // A new renderer enters its sandbox some milliseconds after its start.
      await until('every renderer is in its sandbox', () => {
        const renderers = readProcessTree(browser.pid).filter(({ renderer }) => renderer);
        return renderers.length > 0 && renderers.every(isConfined);
      });
    });

    it('draws all scripts as without the wall', async () => {
      const picture = async (of: Page) => {
        const { frameTree } = await of.session.send('Page.getFrameTree');
        await of.session.send('Page.setDocumentContent', { frameId: frameTree.frame.id, html: scriptsText });
        await of.session.send('Runtime.evaluate', { expression: 'document.fonts.ready', awaitPromise: true });
        return (await of.session.send('Page.captureScreenshot', {})).data;
      };
      const unwalled = await launchWalled(full, undefined);
      try {
        assert.equal(await picture(page), await picture(await open(unwalled)));
      } finally {
        await unwalled.close();
      }
    });

    it('ends as a whole when the wall is killed', async () => {
      process.kill(browser.pid, 'SIGKILL');
      await browser.connection.closed;
      await browser.close();
      await until('nothing is left', () => leftoversOf([process.pid]).length === 0);
    });
  });
