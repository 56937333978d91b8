import { availableParallelism } from 'node:os';
import { BatchStage, type State } from '../../kit/service/batch-stage.js';
import { until } from '../../kit/until.js';
import { progress } from '../bench.js';
import { type Load, load, percentile } from '../load.js';
import { compared, type Row, type RowGroup } from '../table.js';

const items = 1000;
/** The slots of a node for batches: a quarter of twice the processors. */
const inFlight = Math.ceil(availableParallelism() / 2);
const requests = 60;
/** How often a client asks for the state. Each answer reads all items: 50 a second take a core. */
const askMs = 1000;
const size = { vw: 1440, vh: 900 };

/** Each picture is another one. */
let pages = 0;

const nextPage = (stage: BatchStage): string => {
  pages += 1;
  return stage.page(pages);
};

const ask = (stage: BatchStage, plan: { count: number; inFlight: number }): Promise<Load> =>
  load(() => {
    const options = { url: nextPage(stage), vw: String(size.vw), vh: String(size.vh) };
    return stage.service.signed(new URLSearchParams(options).toString());
  }, plan);

const create = async (stage: BatchStage): Promise<string> => {
  const data = Array.from({ length: items }, () => ({ url: nextPage(stage), options: size }));
  return (await stage.create(data, { notify: false })).json.batchId;
};

/** A batch of which some items have ended. */
const begin = async (stage: BatchStage): Promise<string> => {
  const batch = await create(stage);
  const isUnderWay = ({ status, queued }: State) => status === 'processing' && queued < items;
  await until(`the batch ${batch} is under way`, async () => isUnderWay(await stage.state(batch)), 60_000, askMs);
  return batch;
};

/** How many items of a batch that stands between begin and end have failed. Throws for another batch. */
const failedSoFar = async (stage: BatchStage, batch: string): Promise<number> => {
  const { status, queued, failed } = await stage.state(batch);
  if (status === 'processing' && queued > 0) return failed;
  throw new Error(`The batch is ${status}, with ${queued} items queued: it did not last as long as the requests.`);
};

/** Items a second, and how many failed. */
const finish = async (stage: BatchStage, batch: string) => {
  const { startedAt, finishedAt, failed, succeeded } = await stage.untilFinished(batch, 600_000, askMs);
  const seconds = (Date.parse(finishedAt ?? '') - Date.parse(startedAt ?? '')) / 1000;
  return { rate: succeeded / seconds, failed };
};

const p95 = ({ samples }: Load): number =>
  percentile(
    samples.map(({ milliseconds }) => milliseconds),
    0.95,
  );

const compare = async (stage: BatchStage): Promise<Row[]> => {
  // Warm up: compiling.
  await ask(stage, { count: 20, inFlight });
  const alone = await ask(stage, { count: requests, inFlight });
  const idle = await ask(stage, { count: requests, inFlight: 1 });
  progress(`a batch of ${items} items`);
  const whole = await finish(stage, await create(stage));
  progress('the same beside requests');
  const second = await begin(stage);
  const busy = await ask(stage, { count: requests, inFlight: 1 });
  const failed = await failedSoFar(stage, second);
  return [
    compared({
      ...{ measure: `batch of ${items} items`, unit: 'items/s', ours: whole.rate, errors: whole.failed },
      baseline: { name: `requests, ${inFlight} in flight`, value: alone.rate },
      atLeast: 0.9,
    }),
    compared({
      ...{ measure: 'a request beside a batch, p95', unit: 'ms', ours: p95(busy), errors: busy.errors + failed },
      baseline: { name: 'without a batch', value: p95(idle) },
      atMost: 2,
    }),
  ];
};

/** Items of a batch against requests, both uploaded to the account's storage. */
export const batch: RowGroup = {
  name: 'batch',
  measure: async () => {
    progress('batch');
    const stage = await BatchStage.start();
    try {
      return await compare(stage);
    } finally {
      await stage.stop();
    }
  },
};
