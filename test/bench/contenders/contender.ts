import { type Service, startService } from '../../kit/service/service.js';
import { type Load, load } from '../load.js';
import { childrenNamed } from '../processes.js';
import { startProgram } from './program.js';

export interface Plan {
  /** URL */
  page: string;
  type: 'png' | 'jpeg';
  count: number;
  inFlight: number;
}

/** Takes pictures of pages, 1440×900, each in a clean context. */
export interface Contender {
  name: string;
  shoot: (plan: Plan) => Promise<Load>;
  roots: () => number[];
  stop: () => Promise<void>;
}

export interface PlainService extends Contender {
  /** Output: png, jpeg, pdf or content. */
  url: (page: string, output: string) => string;
}

export const startPlainService = async (name: string, binary: string): Promise<PlainService> => {
  const program = await startProgram('plain-service', [binary]);
  const url = (page: string, output: string) =>
    `http://127.0.0.1:${program.greeting}/?output=${output}&url=${encodeURIComponent(page)}`;
  return {
    name,
    url,
    shoot: (plan) => load(() => url(plan.page, plan.type), plan),
    roots: () => [program.pid],
    stop: program.stop,
  };
};

/** Only the DevTools protocol in a loop, without HTTP, queue or cache: the floor of this machine. */
export const startRawCdp = async (binary: string): Promise<Contender> => {
  const program = await startProgram('raw-cdp', [binary]);
  return {
    name: 'raw CDP',
    shoot: async (plan) => JSON.parse(await program.ask(JSON.stringify(plan))) as Load,
    roots: () => [program.pid],
    stop: program.stop,
  };
};

export interface Tintype extends Contender {
  service: Service;
  nodeRoots: () => number[];
  /** Renders at any endpoint, past the cache. */
  request: (endpoint: string, page: string, plan: RequestPlan) => ReturnType<Contender['shoot']>;
}

interface RequestPlan extends Pick<Plan, 'count' | 'inFlight'> {
  options?: Record<string, string>;
}

let fresh = 0;

/** The whole service: api, queue, node and browsers. Each request is signed and renders. */
export const startTintype = async (allow: string, node: Record<string, string> = {}): Promise<Tintype> => {
  const service = await startService({ allow, node });
  const url = (endpoint: string, options: Record<string, string>) => {
    fresh += 1;
    const query = new URLSearchParams({ ...options, fresh: 'true', timestamp: String(fresh) });
    return service.signed(query.toString(), { endpoint });
  };
  const pidsOf = (processes: Service['nodes']) => processes.map(({ child }) => child.pid);
  return {
    name: 'Tintype',
    service,
    shoot: (plan) => load(() => url('image', { url: plan.page, type: plan.type }), plan),
    request: (endpoint, page, plan) => load(() => url(endpoint, { ...plan.options, url: page }), plan),
    roots: () => [...childrenNamed('nats-server'), ...pidsOf(service.apis), ...pidsOf(service.nodes)],
    nodeRoots: () => pidsOf(service.nodes),
    stop: () => service.stop(),
  };
};
