import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { contentDisposition, fileNameOf } from './file-name.js';

const png = 'image/png';
const url = 'https://example.com/';

const named: [fileName: string, name: string][] = [
  ['shot', 'shot.png'],
  ['shot.png', 'shot.png'],
  ['shot.PNG', 'shot.PNG'],
  ['shot.pdf', 'shot.pdf.png'],
  ['Ünïcode 图片', 'Ünïcode 图片.png'],
  ['../../etc/passwd', 'etc-passwd.png'],
  ['a\\b:c*d?e"f<g>h|i', 'a-b-c-d-e-f-g-h-i.png'],
  ['a\r\nSet-Cookie: b', 'a-Set-Cookie- b.png'],
  ['. .', 'example.com.png'],
  ['x'.repeat(300), `${'x'.repeat(150)}.png`],
  // 240 bytes.
  ['日'.repeat(100), `${'日'.repeat(80)}.png`],
  [`xx${'😀'.repeat(70)}`, `xx${'😀'.repeat(59)}.png`],
];

const jpeg = 'image/jpeg';

const fromUrls: [url: string, name: string][] = [
  ['https://example.com/', 'example.com.png'],
  ['https://example.com/a/b.html?q=1#h', 'example.com-a-b.html.png'],
  ['https://example.com/%C3%BC%2F%22', 'example.com-ü.png'],
  ['https://example.com/100%', 'example.com-100%.png'],
  ['https://example.com/%C3%BC-100%', 'example.com-ü-100%.png'],
  ['https://example.com/%FF%20x', 'example.com-%FF%20x.png'],
  ['http://[::1]/', '[-1].png'],
];

const types: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
  'application/pdf': 'pdf',
  'application/json': 'json',
  'application/json; charset=utf-8': 'json',
  'text/plain': 'bin',
};

describe('the name of a jpeg', () => {
  for (const [name, complete] of [
    ['a', 'a.jpg'],
    ['a.jpg', 'a.jpg'],
    ['a.jpeg', 'a.jpeg'],
  ] as const) {
    it(`is ${complete} for ${name}`, () => assert.equal(fileNameOf({ url, fileName: name }, jpeg), complete));
  }
});

describe('fileNameOf', () => {
  for (const [fileName, name] of named) {
    it(`makes ${JSON.stringify(name.slice(0, 40))} of the name ${JSON.stringify(fileName.slice(0, 40))}`, () => {
      assert.equal(fileNameOf({ url, fileName }, png), name);
    });
  }

  for (const [page, name] of fromUrls) {
    it(`makes ${name} of ${page}`, () => assert.equal(fileNameOf({ url: page }, png), name));
  }

  for (const [type, extension] of Object.entries(types)) {
    it(`ends in .${extension} for ${type}`, () =>
      assert.equal(fileNameOf({ url, fileName: 'a' }, type), `a.${extension}`));
  }

  it('always makes a name that a header can carry', () => {
    const astral = fc.nat(160).map((length) => `${'x'.repeat(length)}😀😀`);
    const fileName = fc.oneof(fc.string({ unit: 'binary' }), astral);
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), fileName, (page, name) => {
        const made = fileNameOf({ url: page, fileName: name }, png);
        assert.match(made, /^[^\p{Cc}"*/:<>?\\|]+\.png$/iu);
        assert.match(contentDisposition(made), /^inline; filename="[\x20-\x7e]+"/);
        assert.match(contentDisposition(fileNameOf({ url: `https://x/${encodeURI(made)}%ff%` }, png)), /\.png"/);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('contentDisposition', () => {
  const cases: Record<string, string> = {
    'a b.png': 'inline; filename="a b.png"',
    'ü.png': 'inline; filename="_.png"; filename*=UTF-8\'\'%C3%BC.png',
    "ü'(1)*.png": "inline; filename=\"_'(1)*.png\"; filename*=UTF-8''%C3%BC%27%281%29%2a.png",
  };
  for (const [name, header] of Object.entries(cases)) {
    it(`of ${name}`, () => assert.equal(contentDisposition(name), header));
  }
});
