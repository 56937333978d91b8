import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A successful answer. Times in milliseconds; `end` is on the clock of `performance.now()`. */
export interface Sample {
  milliseconds: number;
  end: number;
  headers: IncomingHttpHeaders;
}

export interface Load {
  samples: Sample[];
  errors: number;
  /** Successful answers per second over the whole run. */
  rate: number;
}

/** Clients wait that long. A service whose browser died may never answer. */
const patienceMs = 30_000;

// fetch takes several times as long as the server for a cached picture.
const get = async (url: string, agent: Agent): Promise<IncomingHttpHeaders> => {
  const sent = request(url, { agent, signal: AbortSignal.timeout(patienceMs) }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const body = await buffer(response);
  if (response.statusCode !== 200) throw new Error(`answered ${response.statusCode}: ${body}`);
  return response.headers;
};

/** Runs `act` `count` times, `inFlight` at a time, and counts what throws. */
export const repeat = async (
  act: (index: number) => Promise<IncomingHttpHeaders>,
  { count, inFlight }: { count: number; inFlight: number },
): Promise<Load> => {
  const samples: Sample[] = [];
  let next = 0;
  let errors = 0;
  const work = async () => {
    for (let index = next++; index < count; index = next++) {
      const start = performance.now();
      try {
        const headers = await act(index);
        const end = performance.now();
        samples.push({ milliseconds: end - start, end, headers });
      } catch (error) {
        errors += 1;
        process.stderr.write(`    ${(error as Error).message.slice(0, 200)}\n`);
      }
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: inFlight }, work));
  return { samples, errors, rate: samples.length / ((performance.now() - start) / 1000) };
};

export const load = async (
  url: (index: number) => string,
  plan: { count: number; inFlight: number },
): Promise<Load> => {
  const agent = new Agent({ keepAlive: true, maxSockets: plan.inFlight });
  const result = await repeat((index) => get(url(index), agent), plan);
  agent.destroy();
  return result;
};

/** The smallest value that this share (0 to 1) of the list does not exceed. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(Math.ceil(sorted.length * share), sorted.length) - 1] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** In milliseconds: the median of the rounds' medians. */
export const p50 = (rounds: readonly Load[]): number =>
  median(rounds.map(({ samples }) => median(samples.map(({ milliseconds }) => milliseconds))));

export const rate = (rounds: readonly Load[]): number => median(rounds.map((each) => each.rate));

export const errorsOf = (rounds: readonly Load[]): number => rounds.reduce((sum, { errors }) => sum + errors, 0);
