import { runProgram } from '@tintype/runtime';
import { readConfig } from './config.js';
import { startOperator } from './start.js';

await runProgram({ name: 'operator', hardMs: 30_000, start: (...life) => startOperator(readConfig(), ...life) });
