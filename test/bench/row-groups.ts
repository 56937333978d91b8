import type { RowGroup } from './row-group.js';
import { cacheHit } from './rows/cache-hit.js';
import { cpu } from './rows/cpu.js';
import { devTools } from './rows/devtools.js';
import { documents } from './rows/documents.js';
import { killedBrowsers } from './rows/killed-browsers.js';
import { kube } from './rows/kube.js';
import { latency } from './rows/latency.js';
import { memory } from './rows/memory.js';
import { overhead } from './rows/overhead.js';
import { throughput } from './rows/throughput.js';

/** Every group, in the order of the table. */
export const rowGroups: readonly RowGroup[] = [
  latency,
  throughput,
  overhead,
  cpu,
  memory,
  documents,
  cacheHit,
  killedBrowsers,
  devTools,
  kube,
];
