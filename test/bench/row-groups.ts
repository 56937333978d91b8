import { action } from './rows/action.js';
import { animated } from './rows/animated.js';
import { batch } from './rows/batch.js';
import { cacheHit } from './rows/cache-hit.js';
import { cpu } from './rows/cpu.js';
import { devTools } from './rows/devtools.js';
import { documents } from './rows/documents.js';
import { gif } from './rows/gif.js';
import { killedBrowsers } from './rows/killed-browsers.js';
import { kube } from './rows/kube.js';
import { latency } from './rows/latency.js';
import { liveView } from './rows/live.js';
import { memory } from './rows/memory.js';
import { options } from './rows/options.js';
import { overhead } from './rows/overhead.js';
import { sessionBurst } from './rows/session-burst.js';
import { sessionCost } from './rows/session-cost.js';
import { sessionExpiry } from './rows/session-expiry.js';
import { sessionHandover } from './rows/session-handover.js';
import { sessionMemory } from './rows/session-memory.js';
import { sessionRate } from './rows/session-rate.js';
import { sessionShare } from './rows/session-share.js';
import { sessionStart } from './rows/session-start.js';
import { sessionWrites } from './rows/session-writes.js';
import { throughput } from './rows/throughput.js';
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
