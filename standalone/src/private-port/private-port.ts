import type { Server } from 'node:http';
import { createRegistry, Gauge, type Readiness, startPrivateServer } from '@tintype/runtime';
import type { Part } from '../process/part.js';
import { mergeMetrics } from './merge-metrics.js';
import { passThrough } from './pass-through.js';
import { metricsOf, type Program, whyNotReady } from './program.js';

/** What has to be ready for the whole to be. */
export interface Watched extends Pick<Part, 'name' | 'ready' | 'restarts'> {
  /** Where it is not ready until a person does something. */
  readonly whyNotReady?: string | undefined;
}

export interface PrivatePortOptions {
  host: string;
  port: number;
  /** False once it is stopping. */
  open: () => boolean;
  /** All parts, as far as they have been made. */
  parts: () => readonly Watched[];
  /** How many pods of sessions run. */
  pods: () => number;
  /** Those that have metrics. */
  programs: () => readonly Program[];
  /** The api's private port: what is not ours, like the admin routes, is its. */
  apiPort: number;
}

const ownMetrics = ({ parts, pods }: Pick<PrivatePortOptions, 'parts' | 'pods'>) => {
  const registry = createRegistry('standalone');
  const registers = [registry];
  new Gauge({
    name: 'tintype_part_up',
    help: 'Whether the part is ready to serve',
    labelNames: ['part'],
    registers,
    async collect() {
      for (const part of parts()) this.set({ part: part.name }, (await part.ready()) ? 1 : 0);
    },
  });
  new Gauge({
    name: 'tintype_part_restarts',
    help: 'How often the part has been started again since the start of all',
    labelNames: ['part'],
    registers,
    collect() {
      for (const part of parts()) this.set({ part: part.name }, part.restarts);
    },
  });
  new Gauge({
    name: 'tintype_local_pods',
    help: 'Pods of sessions that run as processes of this machine',
    registers,
    collect() {
      this.set(pods());
    },
  });
  return registry;
};

const readinessOf = async (options: Pick<PrivatePortOptions, 'open' | 'parts' | 'programs'>): Promise<Readiness> => {
  const { open, parts, programs } = options;
  const states = await Promise.all(parts().map(async (part) => [part.name, await part.ready()] as const));
  const isUp = states.every(([, isReady]) => isReady);
  const reasons = isUp
    ? []
    : [...parts().map((part) => part.whyNotReady), ...(await Promise.all(programs().map(whyNotReady)))];
  const reason = reasons.find((said) => said !== undefined);
  return { ready: open() && isUp, parts: Object.fromEntries(states), ...(reason === undefined ? {} : { reason }) };
};

/** The one private port of a machine: ready when every part is, the metrics of all, and the api's admin routes. */
export const startPrivatePort = async (options: PrivatePortOptions): Promise<Server> => {
  const { host, port, programs, apiPort } = options;
  const registry = ownMetrics(options);
  return startPrivateServer({
    host,
    port,
    ready: () => readinessOf(options),
    metrics: async () => {
      const texts = await Promise.all(programs().map(metricsOf));
      return mergeMetrics([await registry.metrics(), ...texts]);
    },
    metricsContentType: registry.contentType,
    otherwise: passThrough(apiPort),
  });
};
