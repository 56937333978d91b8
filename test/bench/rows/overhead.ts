import { progress } from '../bench.js';
import { percentile, type Sample } from '../load.js';
import { bounded, type RowGroup } from '../table.js';

/** Enough that the 99th percentile is not the maximum. */
const count = 150;

/** Request time minus the browser's phases, in milliseconds. */
const notTheBrowser = ({ milliseconds, headers }: Sample): number => {
  const phases = String(headers['server-timing']).matchAll(/(?:navigate|wait|capture);dur=([\d.]+)/g);
  return milliseconds - [...phases].reduce((sum, [, duration]) => sum + Number(duration), 0);
};

const goals = [
  ['p50', 0.5, 10],
  ['p99', 0.99, 40],
] as const;

/** The request without the browser: HTTP, signature, queue, announcement, store. */
export const overhead: RowGroup = {
  name: 'overhead',
  measure: async (bench) => {
    progress('overhead');
    const ours = await bench.ours();
    const plan = { page: bench.site.url('/simple'), type: 'png', inFlight: 1 } as const;
    // Warm up: compiling.
    await ours.shoot({ ...plan, count: 5 });
    const { samples, errors } = await ours.shoot({ ...plan, count });
    return goals.map(([name, share, atMost]) => {
      const ours = percentile(samples.map(notTheBrowser), share);
      return bounded({ measure: `all that is not the browser, ${name}`, unit: 'ms', ours, atMost, errors });
    });
  },
};
