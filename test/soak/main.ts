import { SeededRandom } from '../kit/played/seeded-random.js';
import { openJetStreamEngine } from './jetstream-engine.js';
import { openKubernetesEngine } from './kubernetes-engine.js';
import { soak } from './soak.js';
import type { Finding } from './verdict.js';

const engines = { kubernetes: openKubernetesEngine, jetstream: openJetStreamEngine } as const;

const { MINUTES = '20', ENGINE = 'kubernetes', SEED = String(Date.now() % 2 ** 32) } = process.env;

const marks = { true: 'yes', false: 'NO', undefined: 'too short to say' };

const table = (findings: readonly Finding[]): string => {
  const rows = findings.map(({ what, found, ok }) => [what, found, marks[`${ok}`]]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
};

const minutes = Number(MINUTES);
const open = engines[ENGINE as keyof typeof engines];
if (!open || !(minutes > 0)) throw new Error(`MINUTES is a number, ENGINE one of ${Object.keys(engines).join(', ')}.`);

console.log(`soak: ${minutes} minutes on ${ENGINE}; SEED=${SEED} repeats the faults in their order`);
const engine = await open(new SeededRandom(Number(SEED)));
try {
  const findings = await soak({ engine, seed: Number(SEED), minutes, say: (line) => console.log(line) });
  console.log(`\n${table(findings)}`);
  process.exitCode = findings.some(({ ok }) => ok === false) ? 1 : 0;
} finally {
  await engine.close();
}
