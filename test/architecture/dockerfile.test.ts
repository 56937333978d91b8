import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { imageFaults, imageTargets, type JudgedImage } from '../e2e/images/judge-image.js';
import { imageOfTarget, readDockerfile } from './dockerfile.js';

const file = readDockerfile(readFileSync(fileURLToPath(new URL('../../../Dockerfile', import.meta.url)), 'utf8'));

const given = { VERSION: '1.2.3', REVISION: 'c0ffee', SOURCE: 'https://example.com/tintype' };

describe('the Dockerfile', () => {
  it('has all that is not ours by an argument, by digest or of a whole version', () => {
    const names = file.stages.map(({ name }) => name);
    const outside = file.stages.map(({ base }) => base).filter((base) => !names.includes(base));
    assert.ok(outside.length > 0);
    for (const base of outside) {
      const [, arg = ''] = /^\$\{(\w+)\}$/.exec(base) ?? [];
      assert.match(file.args.get(arg) ?? '', /^[\w./-]+:([\w.-]+@sha256:[0-9a-f]{64}|\d+\.\d+\.\d+[\w.-]*)$/, base);
    }
    const copied = file.stages.flatMap(({ instructions }) => instructions.filter(([name]) => name === 'COPY'));
    for (const [, rest] of copied) assert.ok(names.includes(/--from=(\S+)/.exec(rest)?.[1] ?? names[0] ?? ''), rest);
  });

  it('fetches nothing but packages', () => {
    const all = file.stages.flatMap(({ instructions }) => instructions);
    assert.deepEqual(
      all.filter(([name, rest]) => name === 'ADD' || /\b(curl|wget)\b/.test(rest)),
      [],
    );
  });

  for (const target of imageTargets)
    it(`makes of ${target} an image without rights, without a shell in front, and with its labels`, () => {
      const image = imageOfTarget(file, target, given);
      assert.deepEqual(imageFaults({ ...image, megabytes: 0 }, 1), []);
      const label = (name: string) => image.config.Labels?.[`org.opencontainers.image.${name}`];
      const { VERSION, REVISION, SOURCE } = given;
      assert.deepEqual([label('version'), label('revision'), label('source')], [VERSION, REVISION, SOURCE]);
      assert.equal(label('base.name'), file.args.get('BASE_IMAGE'));
      const other = imageOfTarget(file, target, { ...given, BASE_IMAGE: 'registry.example/debian:13' });
      assert.equal(other.config.Labels?.['org.opencontainers.image.base.name'], 'registry.example/debian:13');
    });
});

describe('an image', () => {
  const good: JudgedImage = { ...imageOfTarget(file, 'api', given), megabytes: 10 };
  const withConfig = (config: Partial<JudgedImage['config']>) => ({ ...good, config: { ...good.config, ...config } });
  const { 'org.opencontainers.image.source': _, ...unsourced } = good.config.Labels ?? {};

  for (const [what, image, fault] of [
    ['of root', withConfig({ User: '0:0' }), /the user is "0:0"/],
    ['of a user by name', withConfig({ User: 'tintype' }), /no number/],
    ['of nobody', withConfig({ User: '' }), /the user is ""/],
    ['that a shell starts', withConfig({ Entrypoint: ['/bin/sh', '-c', 'node'] }), /a shell starts it/],
    ['without an entry point', withConfig({ Entrypoint: [] }), /no entry point/],
    ['that does not say where it comes from', withConfig({ Labels: unsourced }), /the label source says nothing/],
    ['with a secret in its variables', withConfig({ Env: ['NPM_TOKEN=abc'] }), /a secret may lie in "NPM_TOKEN…"/],
    [
      'with a login in its history',
      { ...good, history: ['RUN npm ci --registry=https://a:b@example.com'] },
      /a secret/,
    ],
    ['that is too large', { ...good, megabytes: 101 }, /it has 101 MB, and may have 100/],
  ] as const)
    it(`reports an image ${what}`, () => {
      const faults = imageFaults(image, 100);
      assert.equal(faults.length, 1, faults.join());
      assert.match(faults[0] ?? '', fault);
    });
});
