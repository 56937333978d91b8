import type { ImageConfig } from '../e2e/images/judge-image.js';

type Instruction = [name: string, rest: string];

export interface DockerStage {
  /** Another stage, or an argument. */
  base: string;
  name: string;
  instructions: Instruction[];
}

export interface Dockerfile {
  /** Global arguments: default image sources. */
  args: ReadonlyMap<string, string>;
  stages: readonly DockerStage[];
}

const instructionsIn = (text: string): Instruction[] =>
  text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .flatMap((line) => {
      const [, name, rest] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? [];
      return name && rest ? [[name.toUpperCase(), rest] as Instruction] : [];
    });

export const readDockerfile = (text: string): Dockerfile => {
  const args = new Map<string, string>();
  const stages: DockerStage[] = [];
  for (const [name, rest] of instructionsIn(text)) {
    const stage = stages.at(-1);
    const [first = '', ...more] = rest.split(/\s+/);
    if (name === 'FROM') stages.push({ base: first, name: more[1] ?? '', instructions: [] });
    else if (stage) stage.instructions.push([name, rest]);
    else if (name === 'ARG') args.set(first.split('=', 1)[0] ?? '', first.replace(/^\w+=?/, ''));
  }
  return { args, stages };
};

/** The stage and its bases, the first base first. */
const chainOf = ({ stages }: Dockerfile, name: string): DockerStage[] => {
  const stage = stages.find((each) => each.name === name);
  return stage ? [...chainOf({ args: new Map(), stages }, stage.base), stage] : [];
};

/** A command that is not a list runs in a shell. */
const commandOf = (rest: string): string[] =>
  rest.startsWith('[') ? (JSON.parse(rest) as string[]) : ['/bin/sh', '-c', rest];

const pairsIn = (rest: string): [string, string][] =>
  [...rest.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S*))/g)].map(([, name = '', quoted, bare]) => [
    name,
    quoted ?? bare ?? '',
  ]);

/** The image's metadata and layers for a target with these arguments. */
export const imageOfTarget = (
  file: Dockerfile,
  target: string,
  given: Readonly<Record<string, string>>,
): { config: ImageConfig; history: string[] } => {
  const values = new Map<string, string>();
  const fill = (text: string) => text.replaceAll(/\$\{(\w+)\}/g, (_, name) => values.get(name) ?? '');
  const config: ImageConfig = {};
  const labels: [string, string][] = [];
  const env: string[] = [];
  const history: string[] = [];
  const apply: Readonly<Record<string, (rest: string) => void>> = {
    ARG: (rest) => {
      const [, name = '', fallback] = /^(\w+)(?:=(.*))?$/.exec(rest) ?? [];
      values.set(name, given[name] ?? fallback ?? file.args.get(name) ?? '');
    },
    USER: (rest) => Object.assign(config, { User: rest }),
    ENTRYPOINT: (rest) => Object.assign(config, { Entrypoint: commandOf(rest) }),
    CMD: (rest) => Object.assign(config, { Cmd: commandOf(rest) }),
    ENV: (rest) => env.push(...pairsIn(rest).map((pair) => pair.join('='))),
    LABEL: (rest) => labels.push(...pairsIn(fill(rest))),
  };
  for (const [name, rest] of chainOf(file, target).flatMap(({ instructions }) => instructions)) {
    apply[name]?.(rest);
    history.push(`${name} ${rest}`);
  }
  return { config: { ...config, Env: env, Labels: Object.fromEntries(labels) }, history };
};
