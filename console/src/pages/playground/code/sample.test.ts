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
