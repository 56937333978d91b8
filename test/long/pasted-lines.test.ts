import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { html } from '../kit/pages/pages.js';
import { servePages } from '../kit/render/served-pages.js';
import { tester } from '../kit/service/service.js';

const run = promisify(execFile);
const api = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');
const blocks = [...api.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block).join('');
const linesOf = (pattern: RegExp) => [...blocks.matchAll(pattern)].map(([line]) => line);

/** The functions and addresses that the lines use. */
const setup = [/^IFS=.*$/m, /^shot\(\).*$/m, /^b64\(\).*$/m, /^U=.*$/m, /^W=.*$/m].map(
  (pattern) => pattern.exec(blocks)?.[0] ?? '',
);

const page = html(
  '<h1 id="firstHeading">Example Domain</h1><p>Text with <a href="/more">a link</a></p><div style="height:1500px"></div>',
);
const pages = { '/': page, '/wiki/Tintype': page, '/more': page };

/** The first bytes of each kind of file. */
const starts: Record<string, RegExp> = {
  png: /^\x89PNG|^RIFF/,
  jpg: /^\xff\xd8/,
  gif: /^GIF89a/,
  pdf: /^%PDF-/,
  json: /^\{"success":true,/,
  mp4: /^....ftyp/s,
};

/** Width and height of pictures, where the option decides them. */
const sizes: Record<string, [width: number, height: number]> = {
  'window.png': [800, 600],
  'sharp.png': [2880, 1800],
  'clip.png': [400, 300],
  'half.png': [720, 450],
  'exact.png': [400, 250],
};

/** What this service lacks: its account has no storage, and its machine may have no ffmpeg. */
const refusals: Record<string, string> = { 'redirect.txt': 'storage_not_configured', 'film.mp4': 'invalid_option' };

describe('the lines of docs/api.md, pasted', { timeout: 600_000 }, () => {
  const served = servePages(pages, 'image');
  const folder = mkdtempSync(join(tmpdir(), 'tintype-pasted-'));

  before(() => {
    mkdirSync(join(folder, '.tintype'));
    writeFileSync(join(folder, '.tintype/account'), `${tester.id}:${tester.apiKey}:${tester.secret}\n`);
  });
  after(() => rmSync(folder, { recursive: true }));

  const paste = (line: string) => {
    const commands = [...setup, line]
      .join('\n')
      .replaceAll('http://127.0.0.1:8080', `http://127.0.0.1:${served.service.publicPorts[0]}`)
      .replaceAll('https%3A%2F%2Fexample.com%2F', encodeURIComponent(served.site.url('/')))
      .replaceAll('https%3A%2F%2Fen.wikipedia.org', encodeURIComponent(served.site.url('')));
    return run('bash', ['-c', commands], { cwd: folder }).then(
      () => true,
      () => false,
    );
  };

  for (const line of linesOf(/^shot "\$.*$/gm)) {
    it(line.slice(0, 60), async () => {
      const [, name = ''] = /" (\S+\.\w+)/.exec(line) ?? [];
      const isDone = await paste(line);
      const file = readFileSync(join(folder, name));
      if (!isDone && refusals[name]) assert.equal(JSON.parse(file.toString()).code, refusals[name]);
      else assert.match(file.subarray(0, 20).toString('latin1'), starts[name.split('.')[1] ?? ''] ?? /none/, `${file}`);
      const size = sizes[name];
      if (size) assert.deepEqual([file.readUInt32BE(16), file.readUInt32BE(20)], size);
    });
  }

  it('are more than 60', () => assert.ok(linesOf(/^shot "\$.*$/gm).length > 60));
});
