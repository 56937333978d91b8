import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface ImageConfig {
  User?: string;
  Env?: readonly string[];
  Entrypoint?: readonly string[];
  Cmd?: readonly string[];
  Labels?: Readonly<Record<string, string>>;
}

export interface JudgedImage {
  config: ImageConfig;
  history: readonly string[];
  megabytes: number;
}

/** The limit of each image, without compression. */
export const maxMegabytes = { api: 500, operator: 500, 'browser-node': 2240, 'all-in-one': 2380 } as const;

export type ImageTarget = keyof typeof maxMegabytes;

export const imageTargets = Object.keys(maxMegabytes) as ImageTarget[];

const labelNames = ['title', 'description', 'licenses', 'source', 'version', 'revision', 'base.name'];

/** A password in a variable or an address, a login for npm, a key. */
const secrets = [
  /\w*(?:password|passwd|secret|token|credential|api_?key)\w*[=:]\s*\S/i,
  /:\/\/[^\s/@:]+:[^\s/@]+@/,
  /_auth\w*\s*=/i,
  /BEGIN [A-Z ]*PRIVATE KEY/,
];

const shells = /(^|\/)(ba|da|a)?sh$/;

const ofUser = ({ User = '' }: ImageConfig): string[] =>
  /^[1-9]\d*(:[1-9]\d*)?$/.test(User) ? [] : [`the user is "${User}", and no number of somebody without rights`];

const ofStart = ({ Entrypoint = [], Cmd = [] }: ImageConfig): string[] => {
  const [program = ''] = Entrypoint;
  if (!program.startsWith('/')) return ['it has no entry point with a path'];
  return [program, Cmd[0] ?? ''].some((word) => shells.test(word)) ? ['a shell starts it, and gets its signals'] : [];
};

const ofLabels = ({ Labels = {} }: ImageConfig): string[] =>
  labelNames
    .filter((name) => !/^[^\s$][^$]*$/.test(Labels[`org.opencontainers.image.${name}`] ?? ''))
    .map((name) => `the label ${name} says nothing`);

const ofSecrets = ({ config: { Env = [] }, history }: JudgedImage): string[] =>
  [...Env, ...history]
    .filter((text) => secrets.some((secret) => secret.test(text)))
    // Never the secret itself.
    .map((text) => `a secret may lie in "${text.split(/[\s=:]/, 1)[0]}…"`);

export const imageFaults = (image: JudgedImage, max: number): string[] => [
  ...ofUser(image.config),
  ...ofStart(image.config),
  ...ofLabels(image.config),
  ...ofSecrets(image),
  ...(image.megabytes > max ? [`it has ${Math.round(image.megabytes)} MB, and may have ${max}`] : []),
];

interface Saved {
  Config: string;
  Layers: string[];
  RepoTags: string[];
}

interface Configuration {
  config?: JudgedImage['config'];
  history?: { created_by?: string }[];
}

const readSaved = (folder: string, name: string): JudgedImage => {
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const saved = (read('manifest.json') as Saved[]).find(({ RepoTags }) => RepoTags.includes(name));
  if (!saved) throw new Error(`There is no image ${name} in ${folder}.`);
  const { config = {}, history = [] }: Configuration = read(saved.Config);
  const bytes = saved.Layers.reduce((sum, layer) => sum + statSync(join(folder, layer)).size, 0);
  return { config, history: history.map(({ created_by = '' }) => created_by), megabytes: bytes / 1e6 };
};

export const judgeSaved = (
  folder: string,
  targets: readonly ImageTarget[],
  nameOf: (target: ImageTarget) => string,
): void => {
  const faults = targets.flatMap((target) => {
    const image = readSaved(folder, nameOf(target));
    console.log(`${String(Math.round(image.megabytes)).padStart(7)} MB ${target}, limit ${maxMegabytes[target]}`);
    return imageFaults(image, maxMegabytes[target]).map((fault) => `${target}: ${fault}`);
  });
  if (faults.length > 0) throw new Error(`Images have faults:\n${faults.join('\n')}`);
};
