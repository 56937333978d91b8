import { interleave, progress } from '../bench.js';
import { errorsOf, p50 } from '../load.js';
import { compared, type RowGroup } from '../table.js';

const pages = ['simple', 'heavy'];
const plan = { type: 'png', count: 10, inFlight: 1 } as const;

/** PNG, one at a time. */
export const latency: RowGroup = {
  name: 'png',
  measure: async (bench) => {
    const contenders = await Promise.all([bench.ours(), bench.plain(), bench.plainShell()]);
    const rows = [];
    for (const name of pages) {
      progress(`PNG one at a time, ${name} page`);
      const page = bench.site.url(`/${name}`);
      const [ours = [], plain = [], shell = []] = await interleave(
        contenders.map((each) => () => each.shoot({ ...plan, page })),
      );
      const common = { measure: `PNG, ${name} page, one at a time, p50`, unit: 'ms', ours: p50(ours) };
      const errors = errorsOf(ours);
      rows.push(
        compared({ ...common, baseline: { name: 'plain', value: p50(plain) }, atMost: 0.35, errors }),
        compared({ ...common, baseline: { name: 'plain-shell', value: p50(shell) }, atMost: 0.6, errors }),
      );
    }
    return rows;
  },
};
