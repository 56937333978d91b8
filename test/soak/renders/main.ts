/** `make soak RENDERS=1000`. */
import { tableOf } from '../findings.js';
import { soakRenders } from './renders.js';

const { RENDERS = '1000', SEED = String(Date.now() % 2 ** 32) } = process.env;
const [renders, seed] = [Number(RENDERS), Number(SEED)];
if (!(renders > 0 && seed >= 0)) throw new Error('RENDERS and SEED are numbers.');

console.log(`${renders} renders among kills; SEED=${seed} repeats the pages and the kills`);
const begin = performance.now();
const findings = await soakRenders({ renders, seed, say: (line) => console.log(line) });
console.log(`\n${tableOf(findings)}\n\n${Math.round((performance.now() - begin) / 1000)} s`);
process.exitCode = findings.some(({ ok }) => ok === false) ? 1 : 0;
