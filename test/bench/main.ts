/** `make bench`: measures our speed beside ordinary services, on the same machine in the same run. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { Bench, progress, rounds } from './bench.js';
import { rowGroups } from './row-groups.js';
import { type Row, type RowGroup, type Skipped, table } from './table.js';

/** The groups that the arguments name, separated by commas or spaces; without arguments all. */
const chosen = (args: readonly string[]): readonly RowGroup[] => {
  const wanted = args.flatMap((each) => each.split(',')).filter(Boolean);
  const names = rowGroups.map(({ name }) => name);
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`No rows "${unknown.join(', ')}": there are ${names.join(', ')}.`);
  return wanted.length > 0 ? rowGroups.filter(({ name }) => wanted.includes(name)) : rowGroups;
};

/** A group that fails loses only its own rows. */
const measure = async (group: RowGroup, bench: Bench): Promise<(Row | Skipped)[]> => {
  const start = performance.now();
  try {
    return await group.measure(bench);
  } catch (error) {
    return [{ measure: group.name, because: `failed: ${(error as Error).message.split('\n')[0]}` }];
  } finally {
    progress(`${group.name}: ${((performance.now() - start) / 1000).toFixed(0)} s`);
  }
};

const groups = chosen(process.argv.slice(2));
const machine = `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, load before ${loadavg()[0]?.toFixed(1)}`;
const report = (rows: readonly (Row | Skipped)[]) => `${machine}, medians of ${rounds} rounds\n\n${table(rows)}\n`;

const folder = new URL('../../results/', import.meta.url);
mkdirSync(folder, { recursive: true });
const bench = await Bench.open();
const rows: (Row | Skipped)[] = [];
try {
  for (const group of groups) {
    rows.push(...(await measure(group, bench)));
    // Writes after each group, so that an interrupted run keeps its results.
    writeFileSync(new URL('bench.md', folder), report(rows));
  }
} finally {
  await bench.close();
}
process.stdout.write(report(rows));
