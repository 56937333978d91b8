import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lineOf, readLines } from './read-lines.js';

describe('lines of a batch', () => {
  it('are a URL, and after a space the name of the file', () =>
    assert.deepEqual(readLines('https://a.example/\r\n\n  http://b.example/x?y=1,2;3\tthe front page \n', 2), {
      lines: [
        { url: 'https://a.example/', fileName: undefined },
        { url: 'http://b.example/x?y=1,2;3', fileName: 'the front page' },
      ],
      fault: undefined,
    }));

  it('need no scheme', () => {
    const { lines, fault } = readLines('example.com/a b.png\nexample.com:8080', 2);
    assert.deepEqual([lines.map(({ url }) => url), fault], [['example.com/a', 'example.com:8080'], undefined]);
  });

  it('are written so that they are read again, also with a blank in the URL', () => {
    const written = [
      { url: ' https://a.example/a b', fileName: 'the front page' },
      { url: 'https://b.example/', fileName: undefined },
    ].map(lineOf);
    assert.deepEqual(written, ['https://a.example/a%20b the front page', 'https://b.example/']);
    assert.deepEqual(readLines(written.join('\n'), 2).lines.map(lineOf), written);
  });

  it('are named, each that is wrong', () =>
    assert.equal(
      readLines('nonsense\nhttps://a.example/\nftp://a.example/', 3).fault,
      'Line 1 has no http or https URL: nonsense. Others are wrong too: 3.',
    ));

  for (const [text, line] of [
    ['https://a.example/\n\nexample', 3],
    ['ftp://a.example/', 1],
    ['https://', 1],
    ['url,name', 1],
  ] as const)
    it(`names line ${line} of ${JSON.stringify(text)}`, () =>
      assert.match(readLines(text, 10).fault ?? '', new RegExp(`^Line ${line} has no http or https URL: `)));

  it('are at most what the account may send', () =>
    assert.equal(
      readLines('https://a.example/\n'.repeat(3), 2).fault,
      'Your account takes at most 2 items a batch; this has 3.',
    ));
});
