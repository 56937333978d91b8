import { fetch as anyFetch, ProxyAgent } from 'undici';

export interface FetchOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** How addresses of the cluster are reached, of pods and of services. */
export type Fetch = (url: string, options?: FetchOptions) => Promise<Pick<Response, FetchAnswer>>;

type FetchAnswer = 'status' | 'text' | 'json' | 'arrayBuffer';

/** As a pod of the cluster reaches them, in which a proxy is that a port of ours leads to. */
export const fetchThrough = (port: number): Fetch => {
  const dispatcher = new ProxyAgent({ uri: `http://127.0.0.1:${port}`, proxyTunnel: true });
  return (url, options) => anyFetch(url, { ...options, dispatcher }) as ReturnType<Fetch>;
};
