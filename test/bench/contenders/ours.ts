import { type Service, startService } from '../../kit/service.js';
import { load } from '../load.js';
import { childrenNamed } from '../processes.js';
import type { Contender, Plan } from './contender.js';

export interface Ours extends Contender {
  service: Service;
  /** The render node alone, and its browsers. */
  nodeRoots: () => number[];
  /** Requests that render anew at any endpoint. */
  request: (endpoint: string, page: string, plan: Pick<Plan, 'count' | 'inFlight'>) => ReturnType<Contender['shoot']>;
}

let fresh = 0;

/** The whole service: api, queue, node and browsers, each request signed and rendered anew. */
export const startOurs = async (allow: string, node: Record<string, string> = {}): Promise<Ours> => {
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
    request: (endpoint, page, plan) => load(() => url(endpoint, { url: page }), plan),
    roots: () => [...childrenNamed('nats-server'), ...pidsOf(service.apis), ...pidsOf(service.nodes)],
    nodeRoots: () => pidsOf(service.nodes),
    stop: () => service.stop(),
  };
};
