import { killsAmongSessions } from './kills.js';

const { SESSIONS = '200', SEED = String(Date.now() % 2 ** 32), WARM = '2' } = process.env;
const [sessions, seed, warm] = [Number(SESSIONS), Number(SEED), Number(WARM)];
if (!(sessions > 0 && seed >= 0 && warm >= 0)) throw new Error('SESSIONS, SEED and WARM are numbers.');
/** Sessions without kills. */
const calm = Math.ceil(sessions / 4);

console.log(`${sessions} sessions among kills; SEED=${SEED} repeats the parts, the pauses and the clients' choices`);
const begin = performance.now();
const report = await killsAmongSessions({ sessions, seed, warm, calm, say: (line) => console.log(line) });
console.log(JSON.stringify(report, null, 2));
console.log(`no leftovers, exact ledger after ${Math.round((performance.now() - begin) / 1000)} s`);
