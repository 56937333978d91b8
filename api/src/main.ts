import { runProgram } from '@tintype/runtime';
import { readConfig } from './config.js';
import { startApi } from './start.js';

await runProgram({ name: 'api', hardMs: 75_000, start: (log) => startApi(readConfig(), log) });
