import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { BrowserSession, NewBrowserSession } from '@tintype/crds';
import { repeat } from '../load.js';

export interface KubeActs {
  get: (name: string) => Promise<unknown>;
  create: (session: NewBrowserSession) => Promise<BrowserSession>;
  update: (session: BrowserSession) => Promise<BrowserSession>;
}

export interface KubePlan {
  act: keyof KubeActs;
  count: number;
  inFlight: number;
}

/** `kubeconfig` is the content, as JSON. */
export interface KubeSetting {
  kubeconfig: string;
  namespace: string;
}

/** More than are in flight, so that no two updates share an object. */
const kept = 64;

const sessionOf = (namespace: string, name: string): NewBrowserSession => ({
  apiVersion: 'tintype.dev/v1alpha1',
  kind: 'BrowserSession',
  metadata: { namespace, name, labels: { 'tintype.dev/account': 'acme' } },
  spec: { account: 'acme' },
});

/** A plan's acts, by index. */
const actsOf = async (acts: KubeActs, namespace: string) => {
  let made = 0;
  const create = () => acts.create(sessionOf(namespace, `made-${++made}`));
  const sessions = await Promise.all(Array.from({ length: kept }, create));
  const names = sessions.map(({ metadata }) => metadata.name);
  const update = async (index: number) => {
    const { metadata, ...rest } = sessions.shift() as BrowserSession;
    const annotations = { 'tintype.dev/turn': String(index) };
    sessions.push(await acts.update({ ...rest, metadata: { ...metadata, annotations } }));
  };
  return { get: (index: number) => acts.get(names[index % kept] as string), create, update };
};

/**
 * Prints `ready`, reads a setting, opens the client and prints `open`. Then answers each plan with its load. Ends with
 * its standard input.
 */
export const serveKubeActs = async (
  open: (kubeconfig: string, namespace: string) => Promise<KubeActs>,
): Promise<void> => {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const say = (text: string) => process.stdout.write(`${text}\n`);
  say('ready');
  const { kubeconfig, namespace } = JSON.parse((await lines.next()).value ?? '') as KubeSetting;
  const file = join(tmpdir(), 'kubeconfig');
  writeFileSync(file, kubeconfig);
  const acts = await actsOf(await open(file, namespace), namespace);
  say('open');
  for await (const line of lines) {
    const { act, ...plan } = JSON.parse(line) as KubePlan;
    const doOne = async (index: number) => {
      await acts[act](index);
      return {};
    };
    say(JSON.stringify(await repeat(doOne, plan)));
  }
  process.exit(0);
};
