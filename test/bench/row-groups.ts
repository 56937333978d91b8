import { animated } from './rows/animated.js';
import { batch } from './rows/batch.js';
import { cacheHit } from './rows/cache-hit.js';
import { cpu } from './rows/cpu.js';
import { documents } from './rows/documents.js';
import { gif } from './rows/gif.js';
import { killedBrowsers } from './rows/killed-browsers.js';
import { kube } from './rows/kube.js';
import { latency } from './rows/latency.js';
import { memory } from './rows/memory.js';
import { options } from './rows/options.js';
import { overhead } from './rows/overhead.js';
import { action } from './rows/sessions/action.js';
import { sessionBurst } from './rows/sessions/burst.js';
import { sessionCost } from './rows/sessions/cost.js';
import { devTools } from './rows/sessions/devtools.js';
import { sessionExpiry } from './rows/sessions/expiry.js';
import { sessionHandover } from './rows/sessions/handover.js';
import { liveView } from './rows/sessions/live.js';
import { sessionMemory } from './rows/sessions/memory.js';
import { sessionRate } from './rows/sessions/rate.js';
import { sessionShare } from './rows/sessions/share.js';
import { sessionStart } from './rows/sessions/start.js';
import { sessionWrites } from './rows/sessions/writes.js';
import { throughput } from './rows/throughput.js';
import { unwatched } from './rows/unwatched.js';
import type { RowGroup } from './table.js';

export const rowGroups: readonly RowGroup[] = [
  latency,
  throughput,
  overhead,
  cpu,
  memory,
  documents,
  options,
  animated,
  gif,
  cacheHit,
  killedBrowsers,
  batch,
  devTools,
  liveView,
  unwatched,
  sessionCost,
  action,
  kube,
  sessionStart,
  sessionShare,
  sessionRate,
  sessionBurst,
  sessionWrites,
  sessionHandover,
  sessionExpiry,
  sessionMemory,
];
