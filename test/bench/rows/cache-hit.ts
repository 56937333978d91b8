import { type Bench, interleave, progress, rounds } from '../bench.js';
import { debianProgram, startNginx, type WrkLoad, wrk } from '../debian-programs.js';
import { median } from '../load.js';
import { compared, type Row, type RowGroup, type Skipped } from '../table.js';

const measure = 'cache hit of a 170 kB picture, 32 in flight';
const seconds = 4;

const tools = () => ({ nginx: debianProgram('nginx', 'nginx-light'), client: debianProgram('wrk', 'wrk') });

/** A clip of about 170 kB. */
const clip = { width: '360', height: '190' };

const compare = async (bench: Bench, nginxBinary: string, client: string): Promise<Row[]> => {
  const { service } = await bench.ours();
  // Otherwise the row would use up the account's daily bytes.
  await service.admin('', { method: 'PATCH', body: { limits: { bandwidthBytesPerDay: null } } });
  const query = new URLSearchParams({ url: bench.site.url('/heavy'), ...clip }).toString();
  const url = service.signed(query);
  const picture = Buffer.from(await (await fetch(url)).arrayBuffer());
  progress(`cache hit of ${Math.round(picture.length / 1000)} kB`);
  const nginx = await startNginx(nginxBinary, picture);
  try {
    // Warm up: compiling.
    for (const each of [url, nginx.url]) await wrk(client, each, 1);
    const [ours = [], theirs = []] = await interleave(
      [() => wrk(client, url, seconds), () => wrk(client, nginx.url, seconds)],
      rounds,
    );
    return rowsOf(ours, theirs, picture.length);
  } finally {
    await nginx.stop();
  }
};

const rowsOf = (ours: readonly WrkLoad[], theirs: readonly WrkLoad[], bytes: number): Row[] => {
  const [rate, p99] = [(each: WrkLoad) => each.rate, (each: WrkLoad) => each.p99];
  const errors = ours.reduce((sum, each) => sum + each.errors, 0);
  const title = `${measure} (${Math.round(bytes / 1000)} kB)`;
  const worst = median(ours.map(p99));
  return [
    compared({
      measure: title,
      unit: 'requests/s',
      ours: median(ours.map(rate)),
      baseline: { name: 'nginx', value: median(theirs.map(rate)) },
      atLeast: 0.5,
      errors,
    }),
    {
      measure: 'the same, p99',
      unit: 'ms',
      ours: worst,
      baseline: { name: 'nginx', value: median(theirs.map(p99)) },
      goal: { text: '≤ 10 ms', met: worst <= 10 && errors === 0 },
    },
  ];
};

export const cacheHit: RowGroup = {
  name: 'cache',
  measure: async (bench): Promise<(Row | Skipped)[]> => {
    const { nginx, client } = tools();
    if (!nginx || !client)
      return [{ measure, because: 'needs nginx and wrk (Debian: apt-get install nginx-light wrk)' }];
    return compare(bench, nginx, client);
  },
};
