import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Endpoint } from '@tintype/contracts';
import type { OptionValue } from '../../../options/query.js';
import { optionsOf } from '../../../service/tables.js';
import { go, rust } from './compiled.js';
import { javascript, php, python, ruby } from './scripts.js';
import { commandLine, curl, postedCurl } from './shell.js';

const sampleOf = (endpoint: Endpoint, values: Record<string, unknown>) => ({
  endpoint,
  url: "https://example.com/?q='x'",
  options: Object.entries(values).map(([name, value]): OptionValue => {
    const option = optionsOf(endpoint).find((each) => each.name === name);
    assert.ok(option, name);
    return [option, value];
  }),
});

const image = sampleOf('image', {
  ...{ type: 'webp', full: true, javascript: false, vw: 800, hide: '.ad,#top' },
  ...{ headers: { 'X-A': 'b"c' }, css: 'h1 { color: red }' },
});

describe('the samples of a picture', () => {
  const all = [javascript, python, go, rust, ruby, php, commandLine].map((write) => write(image));

  it('name file and options in the way of each language', () => {
    for (const text of all) assert.match(text, /page\.webp/);
    assert.deepEqual(
      all.map((text) =>
        /^.*\b[Hh]ide\b.*$/m
          .exec(text)?.[0]
          .trim()
          .replace(/,$| \\$/, ''),
      ),
      [
        "hide: ['.ad', '#top']",
        'hide=[".ad", "#top"]',
        'Hide: []string{".ad", "#top"}',
        '.hide([".ad", "#top"])',
        'hide: [".ad", "\\#top"]',
        "'hide' => ['.ad', '#top']",
        "-X 'hide=.ad,#top'",
      ],
    );
  });

  it('name typed options as the typed libraries do', () => {
    assert.match(go(image), /JavaScript: tintype\.Ptr\(false\)/);
    assert.match(go(image), /Headers: map\[string\]string\{"X-A":"b\\"c"\}/);
    assert.match(rust(image), /\.headers\(\[\("X-A", "b\\"c"\)\]\)/);
    assert.match(rust(image), /\.file_type\(ImageType::Webp\)/);
    const pdf = rust(sampleOf('pdf', { format: 'A5', waitUntil: 'networkidle', scale: 2 }));
    assert.match(pdf, /PaperFormat::A5.*WaitUntil::NetworkIdle.*scale\(2\.0\)/s);
  });

  it('spell cookies as the typed libraries do', () => {
    const cookies = [{ name: 'a', value: 'b"', httpOnly: true, expires: 1.9e9 }];
    const sample = sampleOf('pdf', { cookies, geolocation: '52.520008,13' });
    assert.match(go(sample), /\{Name: "a", Value: "b\\"", HTTPOnly: true, Expires: 1900000000\}/);
    assert.match(
      rust(sample),
      /Cookie \{ name: "a".into\(\), value: "b\\"".into\(\), http_only: true, expires: Some\(1900000000.0\), ..Cookie::default\(\) \}/,
    );
    assert.match(rust(sample), /geolocation\(\[52.520008, 13.0\]\)/);
  });

  it('encode a text once that looks encoded, in every language', () => {
    const encoded = Buffer.from('Firefox1').toString('base64url');
    const sample = sampleOf('image', { userAgent: encoded });
    for (const write of [python, ruby, go, rust]) assert.match(write(sample), /"Firefox1"/);
    assert.match(commandLine(sample), /userAgent=Firefox1/);
    for (const write of [javascript, php]) assert.ok(write(sample).includes(encoded));
  });

  it('take no text for a file on the command line', () => {
    const css = '@media print { p { color: red } }';
    assert.ok(commandLine(sampleOf('image', { css })).includes(`-X 'css=@${css}'`));
  });

  it('are whole programs', () => {
    assert.match(go(image), /^package main\n\nimport \(\n\t"context"\n\t"log"\n\t"os"\n/);
    assert.match(rust(image), /^use tintype::\*;\n\nfn main\(\)/);
    assert.match(php(image), /^<\?php\n/);
  });

  it('quote for a shell', () => {
    assert.ok(commandLine(image).startsWith(String.raw`tintype screenshot 'https://example.com/?q='\''x'\'''`));
    assert.equal(curl(image, 'https://a/b?c=d&e'), "curl -sS -o page.webp 'https://a/b?c=d&e'\n");
    const body = `-d '{"endpoint":"content","url":"https://example.com/?q='\\''x'\\''"}'\n`;
    assert.ok(postedCurl(sampleOf('content', {}), 'http://tintype').endsWith(body));
  });
});

describe('the samples of a text', () => {
  it('print it', () => {
    const texts = [javascript, python, go, rust, ruby, php].map((write) => write(sampleOf('content', {})));
    for (const text of texts) assert.match(text, /[mM]arkdown/);
  });
});
