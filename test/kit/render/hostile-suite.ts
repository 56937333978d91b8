import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { hostileSite, pathOf } from '../pages/hostile-pages.js';
import { type PageServer, startPages } from '../pages/pages.js';
import { decodePng } from '../pages/picture.js';
import { until } from '../until.js';
import { type HostileOutput, hostileOutputs, resultBytes } from './hostile-outputs.js';
import { startRenderStage } from './render-stage.js';

/** The slots of a node: no page may reach its neighbours. */
const slots = 4;

/** Renders these pages side by side, and checks what they leave. */
export const hostileSuite = (name: string, outputs: readonly HostileOutput[]): void => {
  describe(name, () => {
    let site: PageServer;
    let stage: Awaited<ReturnType<typeof startRenderStage>>;
    let ordinary: Awaited<ReturnType<typeof state>>;

    /** The profiles of our browsers, one level deep. A profile is the browser's home and temporary folder too. */
    const files = () => {
      const profiles = readdirSync(tmpdir()).filter((name) => name.startsWith(`tintype-browser-${process.pid}-`));
      return profiles.flatMap((name) => readdirSync(join(tmpdir(), name))).sort();
    };
    const descriptors = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;
    const state = async () => ({ ...(await stage.leftovers()), files: files() });
    /** A browser opens a few more over time. */
    const fewDescriptors = 20;
    let descriptorsBefore = 0;

    const renderOrdinary = async () => {
      const { code, body, message } = await stage.render(site.url('/ok'));
      assert.equal(code, 'whole', message);
      const { width, height, at } = decodePng(body);
      assert.deepEqual([width, height, at(99, 99), at(100, 100)], [1440, 900, '#00ff00', '#ffffff']);
    };

    before(async () => {
      const own = hostileOutputs.map(({ name, page }) => [pathOf(name), page]);
      site = await startPages({ ...Object.fromEntries(own), ...hostileSite });
      stage = await startRenderStage({ port: site.port, slots, pageMemory: 700 });
      await Promise.all(Array.from({ length: slots }, renderOrdinary));
      await until('all pages are warm', async () => (await stage.leftovers()).renderers === slots);
      ordinary = await state();
      descriptorsBefore = descriptors(stage.browsers[0]?.pid ?? 0);
    });
    after(async () => {
      await stage?.close();
      await site?.close();
    });

    describe('end as expected with every output', { concurrency: slots }, () => {
      for (const { name, ends, options } of outputs) {
        it(`${options.endpoint}: ${name}`, async (context) => {
          const start = performance.now();
          const { code, message, warnings, body } = await stage.render(site.url(pathOf(name)), options);
          const ms = Math.round(performance.now() - start);
          context.diagnostic(`${options.endpoint}, ${name}: ${code}, ${ms} ms. ${message}${warnings.join(' ')}`);
          assert.ok((ends as readonly string[]).includes(code), `${code}: ${message}${warnings.join(' ')}`);
          assert.ok(body.length <= resultBytes);
        });
      }
    });

    describe('leave nothing', () => {
      it('the next ordinary pages are right', async () => {
        await Promise.all(Array.from({ length: 3 }, renderOrdinary));
      });

      it('no process, context, page, worker or file is there that was not before', async (context) => {
        const same = async () => JSON.stringify(await state()) === JSON.stringify(ordinary);
        await until('it is as before', same).catch(async () => assert.deepEqual(await state(), ordinary));
        context.diagnostic(JSON.stringify(ordinary));
      });

      it('the browser is still the first one, and holds no more descriptors', async (context) => {
        assert.deepEqual([stage.browsers.length, stage.ends], [1, []]);
        const now = () => descriptors(stage.browsers[0]?.pid ?? 0);
        context.diagnostic(`${descriptorsBefore} descriptors before, ${now()} after`);
        await until('descriptors are closed', () => now() <= descriptorsBefore + fewDescriptors);
      });

      it('what they asked for is not asked for any more', async () => {
        let asked = -1;
        await until('the site is quiet', async () => {
          const before = asked;
          asked = site.requests.length;
          return before === asked && [...site.open].length === 0;
        });
      });
    });
  });
};
