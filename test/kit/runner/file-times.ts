import { existsSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

const shownFiles = 40;

const padded = (seconds: number) => seconds.toFixed(0).padStart(6);

/** The CPU-seconds that each file's processes used, as `must-end` wrote them, by the file's path. */
const cpuSeconds = () => {
  const report = process.env.TEST_FILE_CPU;
  if (!report || !existsSync(report)) return new Map<string, number>();
  const lines = readFileSync(report, 'utf8').trim().split('\n');
  return new Map(lines.map((line) => [line.slice(line.indexOf(' ') + 1), Number.parseFloat(line)]));
};

/** The seconds since boot that all processors of the machine worked, and those that they were idle. */
const machineSeconds = () => {
  const times = cpus().map((cpu) => cpu.times);
  const sum = (names: (keyof (typeof times)[number])[]) =>
    times.reduce((all, each) => all + names.reduce((more, name) => more + each[name], 0), 0) / 1000;
  return { busy: sum(['user', 'nice', 'sys', 'irq']), idle: sum(['idle']) };
};

/**
 * A node:test reporter: the files that use most CPU, with all processes that they start, and the sums of all. So the
 * author of a test sees its cost. Without /proc the files that take longest come first.
 */
// biome-ignore lint/style/noDefaultExport: node:test takes a reporter as the default export of its module
export default async function* fileTimes(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const walls = new Map<string, number>();
  const begin = machineSeconds();
  for await (const { type, data } of events)
    if (type === 'test:summary' && data.file) walls.set(data.file, data.duration_ms / 1000);
  const used = cpuSeconds();
  const files = [...walls].map(([file, wall]) => ({ file, wall, cpu: used.get(file) ?? 0 }));
  files.sort((a, b) => b.cpu - a.cpu || b.wall - a.wall);
  const end = machineSeconds();
  const [busy, idle] = [end.busy - begin.busy, end.idle - begin.idle];
  const sum = (key: 'wall' | 'cpu') => padded(files.reduce((all, file) => all + file[key], 0)).trim();
  yield `\nThe dearest of ${files.length} files, which take ${sum('cpu')} s of CPU and ${sum('wall')} s together.\n`;
  yield `The processors worked ${padded(busy).trim()} s and were idle ${padded((100 * idle) / (busy + idle)).trim()} % of the time.\n`;
  yield '   CPU   time\n';
  for (const { file, wall, cpu } of files.slice(0, shownFiles))
    yield `${padded(cpu)} ${padded(wall)} s  ${relative(process.cwd(), file)}\n`;
}
