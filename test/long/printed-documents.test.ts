import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { invoice, report, resume } from '../kit/pages/documents.js';
import { isOnPath } from '../kit/programs/test-programs.js';
import { brokenRules, whyNoValidator } from '../kit/programs/verapdf.js';
import { type Service, startService, tester } from '../kit/service/service.js';

const run = promisify(execFile);
const readme = readFileSync(fileURLToPath(new URL('../../../README.md', import.meta.url)), 'utf8');
const footer = '<span><span class="pageNumber"></span> / <span class="totalPages"></span></span>';
const margins = { marginTop: '25mm', marginRight: '22mm', marginBottom: '25mm', marginLeft: '22mm' };

const documents = [
  { name: 'a short invoice', body: { html: invoice(5) }, pages: [1, 1], last: /pay within 30 days/ },
  { name: 'a long invoice', body: { html: invoice(60), footer }, pages: [2, 5], last: /pay within 30 days/ },
  { name: 'a resume', body: { html: resume, printBackground: true }, pages: [1, 1], last: /MSc Physics/ },
  {
    name: 'a report',
    body: { html: report(20), footer, outline: true, ...margins },
    pages: [75, 110],
    last: /LIMIT 100;/,
  },
  { name: 'a README', body: { markdown: readme }, pages: [5, 12], last: /third parties in NOTICE/ },
] as const;

/** Rules of PDF/UA-1 that Chromium's files break: the table in docs/api.md. */
const known = new Set(['7.1-3', '7.1-5', '7.1-8', '7.18.1-2', '7.18.5-2', '7.2-43']);

const missing = ['pdffonts', 'pdftotext', 'qpdf'].filter((name) => !isOnPath(name));
const skip = missing.length > 0 && `There is no ${missing.join(', ')}: Debian has them in poppler-utils and qpdf.`;

describe('documents by POST, judged by poppler, qpdf and veraPDF', { timeout: 600_000, skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'tintype-documents-'));
  const files = documents.map((_, index) => join(folder, `${index}.pdf`));
  let service: Service;

  before(async () => {
    service = await startService({ allow: '' });
    for (const [index, { body }] of documents.entries()) {
      const response = await fetch(`http://127.0.0.1:${service.publicPorts[0]}/v1/renders`, {
        method: 'POST',
        headers: { authorization: `Bearer ${Buffer.from(`${tester.id}:${tester.secret}`).toString('base64')}` },
        body: JSON.stringify({ endpoint: 'pdf', ...body }),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      assert.deepEqual(
        [response.status, response.headers.get('x-warnings')],
        [200, null],
        bytes.subarray(0, 300).toString(),
      );
      writeFileSync(files[index] ?? '', bytes);
    }
  });
  after(async () => {
    await service?.stop();
    rmSync(folder, { recursive: true });
  });

  for (const [
    index,
    {
      name,
      pages: [least, most],
      last,
    },
  ] of documents.entries()) {
    const [file = ''] = files.slice(index);
    it(`${name} is whole, in order, and has its fonts`, async () => {
      await run('qpdf', ['--check', file]);
      const text = (await run('pdftotext', ['-layout', file, '-'])).stdout.split('\f').slice(0, -1);
      assert.ok(text.length >= least && text.length <= most, `${text.length} pages`);
      assert.match(text.at(-1) ?? '', last);
      const fonts = (await run('pdffonts', [file])).stdout.split('\n').slice(2).filter(Boolean);
      assert.ok(fonts.length > 0);
      for (const font of fonts) assert.match(font, / yes +(yes|no) +(yes|no) +\d+ +\d+$/);
    });
  }

  it('break only the known rules of PDF/UA', { skip: whyNoValidator() }, async () => {
    const broken = await brokenRules(files);
    assert.equal(broken.length, documents.length);
    for (const [index, rules] of broken.entries())
      for (const rule of rules) assert.ok(known.has(rule), `${documents[index]?.name}: ${rule}`);
  });
});
