import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { html } from '../kit/pages/pages.js';
import { servePages } from '../kit/render/served-pages.js';
import { seedOfRun, tryWildOptions } from '../kit/render/wild-options.js';

const page = html('<h1 id="a">A page</h1><p>text</p><img src="/none.png"><div style="height:2000px"></div>');

describe('options of any kind', () => {
  const served = servePages({ '/': page }, 'image');

  it('get a result or an error of the catalogue, and the next request works', async (t) => {
    const seed = seedOfRun(Date.now() % 2 ** 32);
    const answers = await tryWildOptions({ service: served.service, url: served.site.url('/'), seed }, 60_000);
    t.diagnostic(`SEED=${seed} ${JSON.stringify(answers)}`);
    assert.ok((answers[200] ?? 0) > 10, JSON.stringify(answers));
  });
});
