import { limits } from '@tintype/contracts';
import { runProgram } from '@tintype/runtime';
import { readConfig } from './config.js';
import { startApi } from './start.js';

await runProgram({
  name: 'api',
  hardMs: (limits.edgeSeconds + limits.delayMax) * 1000,
  start: (...life) => startApi(readConfig(), ...life),
});
