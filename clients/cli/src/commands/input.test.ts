import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkOptions } from '../option-checks.js';
import { collectOption, payloadValue, sentValues } from '../option-values.js';
import { visible } from '../terminal/terminal.js';
import { itemsIn } from './batch-input.js';
import { readLine } from './shell-lines.js';
import { expiryOf } from './sign-command.js';

describe('input', () => {
  it('takes URLs, lines of JSON, and lists as the items of a batch', () => {
    const items = [{ url: 'a.example' }, { url: 'b.example', options: { full: true } }];
    const asJson = JSON.stringify(items);
    for (const text of [
      asJson,
      `{"data":${asJson}}`,
      '# pages\na.example\n\n{"url":"b.example","options":{"full":true}}\n',
    ])
      assert.deepEqual(itemsIn(text), items);
    assert.deepEqual(itemsIn('["a.example"]'), [{ url: 'a.example' }]);
    for (const item of ['1', '""', '{}', '{"url":""}', '{"url":5}'])
      assert.throws(() => itemsIn(`["a.example", ${item}]`), /Item 2: an item is a URL/, item);
    assert.throws(() => itemsIn('a.example\n{"link":"b"}'), /Line 2: an item is a URL/);
    assert.deepEqual(itemsIn('{\n"url": "a.example"\n}'), [{ url: 'a.example' }]);
    const broken: [text: string, message: RegExp][] = [
      ['[\n{"url":"a.example"},', /: u\.txt is not valid JSON: Unexpected end of JSON input on line 2\.$/],
      ['["a.example", x]', /: u\.txt is not valid JSON: Unexpected token 'x', /],
      ['{\n"data": [', /: u\.txt is not valid JSON: /],
      ['a.example\n{"url":', /: Line 2 is not valid JSON: /],
    ];
    for (const [text, message] of broken) assert.throws(() => itemsIn(text, undefined, 'u.txt'), message, text);
    assert.throws(() => itemsIn('a.example\n\n<title>A page</title>'), /Line 3 is not a URL: <title>/);
  });

  it('takes an object, null or an empty list as the options of an item', () => {
    const lines = (options: unknown) => `a.example\n${JSON.stringify({ url: 'b.example', options })}`;
    for (const options of ['abc', 5, ['full']])
      assert.throws(() => itemsIn(lines(options)), /Line 2: `options` takes an object/);
    for (const options of [{ full: true }, null, []])
      assert.deepEqual(itemsIn(lines(options))[1], { url: 'b.example', options });
  });

  it('keeps what follows the first equals sign', () => {
    assert.deepEqual(collectOption('js=a = b', { full: 'true' }), { full: 'true', js: 'a = b' });
  });

  it('reads values of payloads as JSON where they are', () => {
    const cases: [text: string, value: unknown][] = [
      ['5', 5],
      ['-1.5', -1.5],
      ['true', true],
      ['["a"]', ['a']],
      ['{"x":1}', { x: 1 }],
      ['007', '007'],
      ['[data-x]', '[data-x]'],
      ['Ada', 'Ada'],
    ];
    for (const [text, value] of cases) assert.deepEqual(payloadValue(text), value);
  });

  it('refuses options that no endpoint has, and names a similar one', () => {
    assert.throws(() => checkOptions(['pdf'], { marginTopp: '0' }), /Did you mean `marginTop`\?/);
    checkOptions(['image', 'pdf'], { full: 'true', css: 'a', landscape: 'true' });
    assert.throws(() => checkOptions(['image'], { fullPage: 'true' }), /Did you mean `full`\?/);
    for (const name of ['campaign', 'topic'])
      assert.throws(() => checkOptions(['image'], { full: '1', [name]: 'a' }), /such option\. `tintype options image`/);
  });

  it('refuses values that the service would refuse', () => {
    const wrong: [endpoint: 'image' | 'pdf' | 'animated', options: object, message: string][] = [
      ['pdf', { vw: 'abc' }, '-X vw takes a whole number, 1–5000; it got "abc".'],
      ['pdf', { vw: 1.5 }, '-X vw takes a whole number, 1–5000; it got "1.5".'],
      ['image', { vh: '1e3' }, '-X vh takes a whole number, 1–5000; it got "1e3".'],
      ['image', { scaleFactor: 0 }, '-X scaleFactor takes a number above 0, up to 3; it got "0".'],
      ['animated', { delay: '26' }, '-X delay takes a number, 0–25; it got "26".'],
      ['image', { full: 'yes' }, '-X full takes true | false; it got "yes".'],
      ['image', { type: 'jpg' }, '-X type takes png | jpeg | webp | avif; it got "jpg". Did you mean `jpeg`?'],
      ['pdf', { width: '3 ells' }, '-X width takes a length, such as 10mm; it got "3 ells".'],
      [
        'image',
        { timezone: 'x'.repeat(65) },
        `-X timezone takes text, up to 64 characters; it got "${'x'.repeat(65)}".`,
      ],
    ];
    for (const [endpoint, options, message] of wrong)
      assert.throws(() => checkOptions([endpoint], { ...options }), { message, kind: 'usage' });
    checkOptions(['image'], {
      vw: '+1200',
      vh: 900,
      full: 'TRUE',
      darkMode: '1',
      type: 'JPEG',
      width: '',
      height: null,
    });
    checkOptions(['pdf'], { width: '8.5in', height: '300', hide: ['a', 'b'], headers: { A: 'b' }, format: 'a4' });
    checkOptions(['image', 'pdf'], { width: '10mm', delay: '60' });
  });

  it('encodes text that could be base64url, so that it arrives as typed', () => {
    const css = '@@media print { a { color: red } }';
    assert.deepEqual(sentValues({ css, userAgent: 'Firefox1', waitFor: 'Firefox1', headers: '{"A":"b"}' }), {
      css: Buffer.from(css.slice(1)).toString('base64url'),
      userAgent: 'RmlyZWZveDE',
      waitFor: 'Firefox1',
      headers: '{"A":"b"}',
    });
  });

  it('shows the control characters of a page', () => {
    assert.equal(
      visible('\u001b]0;owned\u0007a\tb\r\nc\u009b2J\rd\u007f'),
      '\\x1b]0;owned\\x07a\tb\nc\\x9b2J\\x0dd\\x7f',
    );
    assert.equal(visible('gnp.\u202eexe \u2066a\u2069 \u061c שלום'), 'gnp.\\u202eexe \\u2066a\\u2069 \\u061c שלום');
  });

  it('reads when a URL expires', () => {
    const now = Date.parse('2030-01-01T00:00:00Z');
    assert.equal(expiryOf('2h', now).toISOString(), '2030-01-01T02:00:00.000Z');
    assert.equal(expiryOf('2030-02-01', now).toISOString(), '2030-02-01T00:00:00.000Z');
    assert.throws(() => expiryOf('2029-01-01', now), /in the future/);
  });

  it('reads the lines of a session shell', () => {
    const cases: [line: string, type: string, payload: object][] = [
      ['goto https://example.com', 'goto', { url: 'https://example.com' }],
      ['fill #price 1.10', 'fill', { selector: '#price', value: '1.10' }],
      ['type_text -X text=007', 'type_text', { text: '007' }],
      ['type_text true', 'type_text', { text: 'true' }],
      ['fill #name Ada Lovelace', 'fill', { selector: '#name', value: 'Ada Lovelace' }],
      ['fill "input[name=a b]" "two words"', 'fill', { selector: 'input[name=a b]', value: 'two words' }],
      ['click e12', 'click', { ref: 'e12' }],
      ['click {"x": 1, "y": 2}', 'click', { x: 1, y: 2 }],
      ['scroll down 400', 'scroll', { direction: 'down', amount: 400 }],
      ['snapshot', 'snapshot', {}],
      ['batch [{"type": "back"}, {"type": "title"}]', 'batch', { actions: [{ type: 'back' }, { type: 'title' }] }],
      ['save_profile shop', 'save_profile', { name: 'shop' }],
      ['screenshot', 'screenshot', {}],
      ['wait_for_timeout -X timeoutMs=100', 'wait_for_timeout', { timeoutMs: 100 }],
      ['fill #name Ada L. -X screenshot=true', 'fill', { selector: '#name', value: 'Ada L.', screenshot: true }],
      ['press -X key=Enter -X selector="a [b]"', 'press', { key: 'Enter', selector: 'a [b]' }],
      [
        'fill #command curl -X POST=1 "-X value=2"',
        'fill',
        { selector: '#command', value: 'curl -X POST=1 -X value=2' },
      ],
      ['screenshot -X fullPage=true page.png', 'screenshot', { fullPage: true }],
    ];
    for (const [line, type, payload] of cases) {
      const read = readLine(line);
      assert.deepEqual([read.type, read.payload], [type, payload], line);
    }
    assert.throws(() => readLine('clik #save'), /There is no action clik\. Did you mean click\?/);
    assert.throws(() => readLine('title now'), /title takes no words/);
    const open = `The closing " is missing. To send " as text, put the word in ''.`;
    for (const line of ['goto "http://a.example', 'press -X key="Enter', 'fill "#name" "Ada L.'])
      assert.throws(() => readLine(line), { kind: 'usage', message: open }, line);
    assert.throws(() => readLine("fill #name 'Ada L."), /^CommandError: The closing ' is missing\. .* in ""\.$/);
    assert.deepEqual(readLine(`fill #name it's 15" wide`).payload, { selector: '#name', value: `it's 15" wide` });
    assert.deepEqual(readLine(`fill #name "'Tis"`).payload, { selector: '#name', value: "'Tis" });
    assert.throws(() => readLine('wait_for_timeout -X timeout=1'), /no such field\. Did you mean `timeoutMs`\?/);
    assert.equal(readLine('screenshot -X fullPage=true page.png').file, 'page.png');
  });
});
