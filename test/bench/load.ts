import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Sample {
  milliseconds: number;
  headers: IncomingHttpHeaders;
}

export interface Load {
  samples: Sample[];
  /** Requests a second over the whole run. */
  rate: number;
}

// Not fetch: it takes several times as long as the server for a cached picture.
const get = async (url: string, agent: Agent): Promise<IncomingHttpHeaders> => {
  const sent = request(url, { agent }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const body = await buffer(response);
  if (response.statusCode !== 200) throw new Error(`A request was answered ${response.statusCode}: ${body}`);
  return response.headers;
};

/** Sends so many requests, `inFlight` at a time. Throws at the first that is not 200: a figure with errors is none. */
export const load = async (
  url: (index: number) => string,
  { count, inFlight }: { count: number; inFlight: number },
): Promise<Load> => {
  const samples: Sample[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
  let next = 0;
  const work = async () => {
    for (let index = next++; index < count; index = next++) {
      const start = performance.now();
      const headers = await get(url(index), agent);
      samples.push({ milliseconds: performance.now() - start, headers });
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: inFlight }, work));
  const seconds = (performance.now() - start) / 1000;
  agent.destroy();
  return { samples, rate: count / seconds };
};

/** The smallest value that so much of the list (0 to 1) does not exceed. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(Math.ceil(sorted.length * share), sorted.length) - 1] ?? Number.NaN;
};
