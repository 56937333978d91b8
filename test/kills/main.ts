import { killsAmongSessions } from './kills.js';

const { SESSIONS = '200', SEED = String(Date.now() % 2 ** 32) } = process.env;
const [sessions, seed] = [Number(SESSIONS), Number(SEED)];
if (!(sessions > 0 && seed >= 0)) throw new Error('SESSIONS and SEED are numbers.');

console.log(
  `${sessions} sessions among kills; SEED=${SEED} draws the same again: the parts, the pauses, and what clients do`,
);
const begin = performance.now();
const report = await killsAmongSessions({ sessions, seed, say: (line) => console.log(line) });
console.log(JSON.stringify(report, null, 2));
console.log(`nothing is left, and the books are exact, after ${Math.round((performance.now() - begin) / 1000)} s`);
