import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { play, useLogin } from './playing.test.kit.js';

describe('wrong use of the command line', () => {
  const folder = useLogin();

  const wrong: [args: string, code: number, message: RegExp][] = [
    ['screnshot x', 2, /Unknown command 'screnshot'\n\(Did you mean screenshot\?\)/],
    ['screenshot', 2, /Missing required argument 'url'/],
    ['screenshot x -X full', 2, /-X <name=value>.* It takes name=value/],
    ['screenshot x -X full=1 -X full=0', 2, /The option full is given twice/],
    ['screenshot x --edge --dry-run', 2, /`--edge` needs the address/],
    ['screenshot x --json', 2, /add `-o page\.png`/],
    ['screenshot x -X css=@missing.css -o x.png', 2, /-X css: the file missing\.css cannot be read/],
    ['content x --format yaml', 2, /--format <format>.*markdown, html, text/],
    ['sign image x --expires soon', 2, /--expires <when>.*30s, 10m, 2h or 7d/],
    ['sign image x -X vw=abc', 2, /^Error: -X vw takes a whole number, 1–5000; it got "abc"\.\n$/],
    ['batch submit - --type pdf -X vw=abc', 2, /^Error: -X vw takes a whole number, 1–5000; it got "abc"\.\n$/],
    ['sign movie x', 2, /<endpoint> 'movie' is invalid\. Allowed choices are image, pdf/],
    ['sign imag x', 2, /Allowed choices are .*\n\(Did you mean image\?\)/],
    ['sessions create --ttl 901', 2, /--ttl <seconds> '901' is invalid\. It takes a whole number, 1 to 900\./],
    ['sessions create --ttl 99999999', 2, /It takes a whole number, 1 to 900\./],
    ['sessions list --limit 500', 2, /It takes a whole number, 1 to 100\./],
    ['batch list --limit 0', 2, /It takes a whole number, 1 to 100\./],
    ['account charges --limit x', 2, /It takes a whole number, 1 to 999999\./],
    ['--timeout 0 account', 2, /It takes seconds, above 0 and up to 3600\./],
    ['sessions shell sess_1 --ttl 60', 2, /`--ttl` is for a new session/],
    ['help sesions', 2, /Unknown command 'sesions' \(Did you mean sessions\?\)/],
    ['help sessions nope', 2, /Unknown command 'nope' of sessions\. Add --help/],
    ['sessions action x click -X selectr=a', 2, /-X selectr: click has no such field\. Did you mean `selector`\?/],
    ['account presets put a -X vww=1', 2, /-X vww: there is no such option\. Did you mean `vw`\?/],
    ['sessions get ..', 2, /<id> takes text; it got "\.\."/],
    ['screenshot x -o https://a.example', 2, /`-o` takes a file; https:\/\/a\.example is a URL/],
    ['screenshot x -o /nowhere/x.png', 2, /cannot be written: its folder does not exist/],
    ['screenshot x --dry-run -X fullPage=true', 2, /-X fullPage: image has no such option\. Did you mean `full`\?/],
    ['screenshot x --dry-run -X format=A4', 2, /-X format: image has no such option\. `tintype options image`/],
    ['account presets put a --for pdf -X full=true', 2, /-X full: pdf has no such option/],
    ['render https://a.example -o a.pdf', 2, /a\.example is a URL\. For pages, use `tintype pdf`/],
    ['batch submit https://a.example', 2, /The file https:\/\/a\.example cannot be read/],
    ['sessions create --ttl -5', 2, /--ttl <seconds>/],
    ['--server ftp://tintype.example devices', 2, /--server <address>.*the address of the service/],
    ['screenshot --url https://example.com', 2, /Unknown option '--url'/],
    ['screenshot x --dark-mode', 2, /Unknown option '--dark-mode'\n\(Did you mean -X darkMode=…\? It takes true/],
    ['batch submit x --full', 2, /Unknown option '--full'\n\(Did you mean -X full=…\?/],
    ['content x --full', 2, /Unknown option '--full'\nAdd --help/],
    ['sessions create --full', 2, /Unknown option '--full'\nAdd --help/],
    ['sessions action x screenshot --selector a', 2, /Unknown option '--selector'\nAdd --help/],
    ['screenshot x -o page.pdf', 2, /`-o page\.pdf` does not fit: image makes png, jpeg, webp, avif/],
    ['screenshot x -o page.bmp', 2, /`-o page\.bmp` does not fit/],
    ['screenshot x -o page.png -X type=webp', 2, /`-o page\.png` contradicts `-X type=webp`/],
    ['animated x -o page.png', 2, /animated makes gif, mp4, webm/],
    ['render package.json --to pdf -o page.png', 2, /pdf makes pdf/],
    ['screenshot x --json', 2, /^\{.*`--json` prints the facts of a file: add `-o page\.png`/],
    ['render package.json --json', 2, /^\{.*`--json` prints the facts of a file: add `-o page\.pdf`/],
    ['render package.json --to image -X type=jpeg --json', 2, /add `-o page\.jpg`/],
    ['options pdf nothing-of-the-kind --json', 2, /^\{.*No option of pdf has/],
    ['screenshot x -X url=y --dry-run', 2, /-X url: the address is no option/],
    ['batch submit missing.txt', 2, /The file missing\.txt cannot be read/],
    ['options pdf nothing-of-the-kind', 2, /No option of pdf has/],
    [
      '--server 127.0.0.1:2 screenshot x -o x.png',
      9,
      /No connection to http:\/\/127\.0\.0\.1:2\. Nothing listens there\. .*TINTYPE_URL/,
    ],
  ];
  for (const [args, code, message] of wrong)
    it(`refuses \`${args}\``, async () => {
      const { code: came, err } = await play(args);
      assert.match(err, message);
      assert.equal(came, code, err);
    });

  it('refuses empty arguments and options, as a script with an unset variable gives them', async () => {
    for (const command of [
      'sessions get',
      'sessions close',
      'sessions shell',
      'batch status',
      'account presets delete',
    ]) {
      const { code, err } = await play([...command.split(' '), '']);
      assert.deepEqual([code, /^Error: <(id|name)> takes text; it got ""\.\n$/.test(err)], [2, true], err);
    }
    assert.match((await play(['screenshot', 'x', '-o', ''])).err, /`--output` is empty/);
  });

  it('refuses pictures and empty files where it takes text', async () => {
    const [picture = '', items = '', values = '', many = ''] = [
      'page.png',
      'items.json',
      'values.json',
      'many.txt',
    ].map((name) => join(folder, name));
    writeFileSync(values, '[{"url":"a.example","options":{"vw":-1}}]');
    writeFileSync(many, 'a.example\n'.repeat(1001));
    writeFileSync(picture, Buffer.from('89504e470d0a1a0a0000', 'hex'));
    writeFileSync(items, '[{"url":"a.example","options":{"file_name":"a","fulll":true}}]');
    const cases: [args: string, message: RegExp][] = [
      [`render ${picture} -o a.pdf`, /page\.png is not UTF-8 text\. `tintype render` takes an HTML or Markdown file/],
      [`batch submit ${picture}`, /page\.png is not UTF-8 text\. `tintype batch submit` takes URLs/],
      [`batch submit ${items}`, /^Error: Item 1, fulll: image has no such option\. Did you mean `full`\?/],
      [`batch submit ${values}`, /^Error: Item 1, vw takes a whole number, 1–5000; it got "-1"\.\n$/],
      [`batch submit ${many}`, /many\.txt has 1,001 items\. A batch takes 1,000 at most: split the file\.\n$/],
      [`screenshot ${picture} -o a.png`, /page\.png is a file\. Give the URL of a page\. To write it, use `-o/],
      ['render - -o a.pdf', /Standard input is empty/],
    ];
    for (const [args, message] of cases) {
      const { code, err } = await play(args);
      assert.match(err, message);
      assert.equal(code, 2);
    }
  });

  it('prints errors as JSON with --json', async () => {
    const { err, code } = await play('--json batch submit missing.txt');
    assert.deepEqual(JSON.parse(err), {
      success: false,
      error: 'The file missing.txt cannot be read.',
      code: 'usage',
      exitCode: code,
    });
    const wrong: [args: string, error: RegExp][] = [
      ['sign imag x --json', /^<endpoint> 'imag' is invalid\. .* \(Did you mean image\?\)$/],
      ['sessions --json', /^A command is missing/],
      ['screenshot --json', /^Missing required argument 'url'\. Add --help for what it takes\.$/],
    ];
    for (const [args, error] of wrong) assert.match(JSON.parse((await play(args)).err).error, error);
    assert.match(JSON.parse((await play('screenshot x --dry-run --json')).out).url, /\/image\?url=x$/);
  });
});
