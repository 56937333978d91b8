import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { objectKeyOf, publicUrlOf } from './object-location.js';

const key = 'ab'.repeat(32);
const facts = { endpoint: 'image', key, contentType: 'image/png', createdAt: Date.UTC(2026, 10, 5, 23, 59) } as const;
const day = 'screenshots/2026/11/05';

describe('objectKeyOf', () => {
  it('uses the key of the result without a name, and the day in UTC', () => {
    assert.equal(objectKeyOf('', facts), `${day}/${key}.png`);
    assert.equal(
      objectKeyOf('a/', { ...facts, endpoint: 'pdf', contentType: 'application/pdf' }),
      `a/pdfs/2026/11/05/${key}.pdf`,
    );
    assert.equal(objectKeyOf('', { ...facts, endpoint: 'animated', contentType: 'image/gif' }), `${day}/${key}.gif`);
  });

  const named: [fileName: string, path: string][] = [
    ['shot', 'shot.png'],
    ['shot.png', 'shot.png'],
    ['reports/2026/x', 'reports/2026/x.png'],
    ['/reports//x/', 'reports/x.png'],
    ['../../etc/passwd', 'etc/passwd.png'],
    ['a/./b/../c', 'a/b/c.png'],
    ['a\\..\\b', 'a-..-b.png'],
    ['…/é', '…/é.png'],
    ['. /..', `${key}.png`],
  ];
  for (const [fileName, path] of named)
    it(`makes ${path.slice(0, 30)} of the name ${fileName}`, () =>
      assert.equal(objectKeyOf('', { ...facts, fileName }), `${day}/${path}`));

  it('never leaves its folder, and is never longer than S3 takes', () => {
    const segment = fc.oneof(fc.constantFrom('..', '.', '', '%2e%2e', '..%2f'), fc.string({ unit: 'binary' }));
    const fileName = fc.array(segment, { maxLength: 40 }).map((parts) => parts.join('/').slice(0, 200));
    fc.assert(
      fc.property(fileName, (name) => {
        const object = objectKeyOf(`${'x'.repeat(199)}/`, { ...facts, fileName: name });
        const segments = object.split('/').slice(1);
        assert.ok(
          segments.every((each) => each !== '' && !/^\.{1,2}$/.test(each)),
          object,
        );
        assert.equal(segments.slice(0, 4).join('/'), day);
        assert.ok(Buffer.byteLength(object) <= 1024, String(Buffer.byteLength(object)));
        const { pathname } = new URL(publicUrlOf(location, object));
        assert.ok(pathname.startsWith(`/pictures/${'x'.repeat(199)}/${day}/`), pathname);
      }),
      { numRuns: 500 },
    );
  });
});

const location = { endpoint: 'https://s3.example/', bucket: 'pictures', pathStyle: true, publicUrl: null };

describe('publicUrlOf', () => {
  const cases: [change: Partial<Parameters<typeof publicUrlOf>[0]>, url: string][] = [
    [{}, 'https://s3.example/pictures/a/b.png'],
    [{ endpoint: 'https://s3.example/v1/s3' }, 'https://s3.example/v1/s3/pictures/a/b.png'],
    [{ endpoint: 'http://127.0.0.1:9000/' }, 'http://127.0.0.1:9000/pictures/a/b.png'],
    [{ pathStyle: false }, 'https://pictures.s3.example/a/b.png'],
    [{ publicUrl: 'https://cdn.example/' }, 'https://cdn.example/a/b.png'],
    [{ publicUrl: 'https://cdn.example/x', pathStyle: false }, 'https://cdn.example/x/a/b.png'],
  ];
  for (const [change, url] of cases)
    it(`is ${url} for ${JSON.stringify(change)}`, () =>
      assert.equal(publicUrlOf({ ...location, ...change }, 'a/b.png'), url));

  it('encodes what a URL cannot carry', () => {
    assert.equal(publicUrlOf(location, "a b/é?#'%.png"), 'https://s3.example/pictures/a%20b/%C3%A9%3F%23%27%25.png');
  });
});
