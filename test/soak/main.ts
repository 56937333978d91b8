import { SeededRandom } from '../kit/played/seeded-random.js';
import { tableOf } from './findings.js';
import { openJetStreamEngine } from './jetstream-engine.js';
import { openKubernetesEngine } from './kubernetes-engine.js';
import { soak } from './soak.js';

const engines = { kubernetes: openKubernetesEngine, jetstream: openJetStreamEngine } as const;

const { MINUTES = '20', ENGINE = 'kubernetes', SEED = String(Date.now() % 2 ** 32) } = process.env;

const minutes = Number(MINUTES);
const open = engines[ENGINE as keyof typeof engines];
if (!open || !(minutes > 0)) throw new Error(`MINUTES is a number, ENGINE one of ${Object.keys(engines).join(', ')}.`);

console.log(`soak: ${minutes} minutes on ${ENGINE}; SEED=${SEED} repeats the faults in their order`);
const engine = await open(new SeededRandom(Number(SEED)));
try {
  const findings = await soak({ engine, seed: Number(SEED), minutes, say: (line) => console.log(line) });
  console.log(`\n${tableOf(findings)}`);
  process.exitCode = findings.some(({ ok }) => ok === false) ? 1 : 0;
} finally {
  await engine.close();
}
