export interface Sample {
  milliseconds: number;
  headers: Headers;
}

export interface Load {
  samples: Sample[];
  /** Requests a second over the whole run. */
  rate: number;
}

/** Sends so many requests, `inFlight` at a time. Throws at the first that is not 200: a figure with errors is none. */
export const load = async (
  url: (index: number) => string,
  { count, inFlight }: { count: number; inFlight: number },
): Promise<Load> => {
  const samples: Sample[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < count; index = next++) {
      const start = performance.now();
      const response = await fetch(url(index));
      const body = await response.text();
      if (response.status !== 200) throw new Error(`A request was answered ${response.status}: ${body.slice(0, 300)}`);
      samples.push({ milliseconds: performance.now() - start, headers: response.headers });
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: inFlight }, work));
  const seconds = (performance.now() - start) / 1000;
  return { samples, rate: count / seconds };
};

/** The smallest value that so much of the list (0 to 1) does not exceed. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(Math.ceil(sorted.length * share), sorted.length) - 1] ?? Number.NaN;
};
