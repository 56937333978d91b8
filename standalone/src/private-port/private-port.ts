// biome-ignore lint/style/noRestrictedImports: ports of our own programs on 127.0.0.1
import { type RequestListener, request, type Server } from 'node:http';
import { createRegistry, Gauge, type Readiness, startPrivateServer } from '@tintype/runtime';
import type { Part } from '../process/part.js';
import { metricsOf, type Program, whyNotReady } from './program.js';

interface Family {
  /** HELP and TYPE of the first program that has them. */
  comments: Map<string, string>;
  samples: string[];
}

const readInto = (families: Map<string, Family>, text: string) => {
  let family: Family | undefined;
  for (const line of text.split('\n')) {
    const [, kind, name] = /^# (HELP|TYPE) (\S+)/.exec(line) ?? [];
    if (kind && name) {
      family = families.get(name) ?? { comments: new Map(), samples: [] };
      families.set(name, family);
      if (!family.comments.has(kind)) family.comments.set(kind, line);
    } else if (line && !line.startsWith('#')) {
      family?.samples.push(line);
    }
  }
};

/**
 * Merges Prometheus texts. The format allows one HELP and TYPE per family, and wants the samples of a family together.
 * Samples of different programs differ by their program label.
 */
export const mergeMetrics = (texts: readonly string[]): string => {
  const families = new Map<string, Family>();
  for (const text of texts) readInto(families, text);
  const lines = [...families.values()].flatMap(({ comments, samples }) => [...comments.values(), ...samples]);
  return `${lines.join('\n')}\n`;
};

/** Forwards requests to the same path on a port of this machine. Answers 503 if that port does not answer. */
const passThrough =
  (port: number): RequestListener =>
  (incoming, response) => {
    const { method, url, headers } = incoming;
    const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers });
    const fail = () => {
      if (response.headersSent) return response.destroy();
      response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' });
      return response.end(JSON.stringify({ ok: false }));
    };
    outgoing.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', fail).pipe(response);
    });
    outgoing.on('error', fail);
    response.on('close', () => outgoing.destroy());
    incoming.on('error', fail).pipe(outgoing);
  };

export interface Watched extends Pick<Part, 'name' | 'ready' | 'restarts'> {
  readonly whyNotReady?: string | undefined;
}

export interface PrivatePortOptions {
  host: string;
  port: number;
  /** False before the start is complete, and once a stop has begun. */
  isOpen: () => boolean;
  parts: () => readonly Watched[];
  /** The number of session pods that run. */
  podCount: () => number;
  programs: () => readonly Program[];
  /** The api's private port: it answers all other paths, such as the admin routes. */
  apiPort: number;
}

const ownMetrics = ({ parts, podCount }: Pick<PrivatePortOptions, 'parts' | 'podCount'>) => {
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
    help: 'How often the part has been restarted since the service started',
    labelNames: ['part'],
    registers,
    collect() {
      for (const part of parts()) this.set({ part: part.name }, part.restarts);
    },
  });
  new Gauge({
    name: 'tintype_local_pods',
    help: 'Session pods that run as processes of this machine',
    registers,
    collect() {
      this.set(podCount());
    },
  });
  return registry;
};

const readinessOf = async (options: Pick<PrivatePortOptions, 'isOpen' | 'parts' | 'programs'>): Promise<Readiness> => {
  const { isOpen, parts, programs } = options;
  const states = await Promise.all(parts().map(async (part) => [part.name, await part.ready()] as const));
  const isUp = states.every(([, isReady]) => isReady);
  const reasons = isUp
    ? []
    : [...parts().map((part) => part.whyNotReady), ...(await Promise.all(programs().map(whyNotReady)))];
  const reason = reasons.find((each) => each !== undefined);
  return { ready: isOpen() && isUp, parts: Object.fromEntries(states), ...(reason === undefined ? {} : { reason }) };
};

/** Serves the readiness of all parts, the metrics of all programs, and the api's private routes on one port. */
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
