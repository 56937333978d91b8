import assert from 'node:assert/strict';
import { it } from 'node:test';
import { asWritten } from './content.js';

it('shortens links of a document, and leaves its text', () => {
  for (const [markdown, expected] of [
    ['[a](http://document.invalid/b) ![c](http://document.invalid/d.png "e")', '[a](b) ![c](d.png "e")'],
    ['see http://document.invalid/ and more', 'see http://document.invalid/ and more'],
    ['\\[a\\](http://document.invalid/b)', '\\[a\\](http://document.invalid/b)'],
    ['[C:\\\\](http://document.invalid/b)', '[C:\\\\](b)'],
    ['[http://document.invalid/x](http://document.invalid/x)', '[http://document.invalid/x](x)'],
  ] as const)
    assert.equal(asWritten(markdown), expected);
});
