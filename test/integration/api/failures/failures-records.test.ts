import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { type ResultRecord, resultRecordSchema } from '@tintype/api/testing';
import { buckets, subjects } from '@tintype/contracts';
import { numberOf } from '../../../kit/pages/numbered-site.js';
import { jumpingClock } from '../../../kit/played/jumping-clock.js';
import { type FaultStage, limit, startFaultStage } from '../../../kit/service/fault-stage.js';
import { type Answer, untilReady } from '../../../kit/service/service.js';
import { until } from '../../../kit/until.js';

const cacheOf = ({ headers }: Answer) => [headers.get('x-cache'), headers.get('x-credits-charged')];

/** The server's answer to the write of a record; the watch on the bucket gets another text. */
const writtenSays = `"stream":"KV_${buckets.index}"`;

describe('two requests and one record', { timeout: 600_000 }, () => {
  let stage: FaultStage;

  before(async () => {
    stage = await startFaultStage({ slots: 2 });
  });
  afterEach(() => stage.check());
  after(() => stage?.stop());

  const recordSubject = (name: string) => `$KV.${buckets.index}.${stage.keyOf(name)}`;

  const readRecord = async (name: string): Promise<ResultRecord> => {
    const entry = await (await stage.admin.kv(buckets.index)).get(stage.keyOf(name));
    return resultRecordSchema.parse(entry?.json());
  };

  const writeRecord = async (name: string, record: ResultRecord) =>
    (await stage.admin.kv(buckets.index)).put(stage.keyOf(name), JSON.stringify(record));

  for (const winner of [0, 1]) {
    it(
      `two apis store one result, and api ${winner} is first: both serve its record, for one charge`,
      limit,
      async () => {
        const name = `raced-${winner}`;
        stage.site.hold(name);
        const writes = [0, 1].map((api) => stage.apiSeam(api).on('hold', 'sent', recordSubject(name)));
        const offered = [0, 1].map((api) => stage.offered(name, api));
        const answers = [0, 1].map((api) => stage.ask(name, { api }));
        await Promise.all(offered);
        stage.site.release(name);
        await Promise.all(writes.map(({ first }) => first));
        writes[winner]?.release();
        assert.equal((await answers[winner])?.status, 200);
        const record = await readRecord(name);
        writes[1 - winner]?.release();
        assert.equal((await answers[1 - winner])?.status, 200);
        assert.equal((await readRecord(name)).object, record.object);
        assert.equal(stage.site.hits(name), 1);
      },
    );
  }

  it('two fresh ones at once have a render and a charge each, made after they asked', limit, async () => {
    stage.site.hold('fresh');
    const offered = [0, 1].map((api) => stage.offered('fresh', api));
    const answers = [0, 1].map((api) => stage.ask('fresh', { api, fresh: true }));
    await Promise.all(offered);
    await stage.site.asked('fresh');
    stage.site.release('fresh');
    const [one, two] = await Promise.all(answers);
    assert.deepEqual(
      [one, two].map((answer) => answer && cacheOf(answer)),
      [
        ['MISS', '1'],
        ['MISS', '1'],
      ],
    );
    assert.equal(stage.site.hits('fresh'), 2);
    assert.notEqual(numberOf(one!.body), numberOf(two!.body));
  });

  it('a fresh one that comes while a plain one is rendered has a later render', limit, async () => {
    stage.site.hold('beside');
    const plain = stage.ask('beside');
    await stage.site.asked('beside');
    const offered = stage.offered('beside', 1);
    const fresh = stage.ask('beside', { api: 1, fresh: true });
    await offered;
    stage.site.release('beside');
    assert.ok(numberOf((await fresh).body) > numberOf((await plain).body));
    assert.deepEqual(
      [cacheOf(await plain), cacheOf(await fresh)],
      [
        ['MISS', '1'],
        ['MISS', '1'],
      ],
    );
  });

  it(
    'a fresh one that meets the record of an older job, written meanwhile, replaces it and its bytes',
    limit,
    async () => {
      const write = stage.apiSeam(0).on('hold', 'sent', recordSubject('older'));
      const fresh = stage.ask('older', { fresh: true });
      const { body } = await write.first;
      const record = resultRecordSchema.parse(JSON.parse(body.toString()));
      const chargeId = randomUUID();
      const object = `${stage.keyOf('older')}.${chargeId}`;
      const bytes = await stage.admin.kv(buckets.results);
      await bytes.put(`${object}.0`, (await bytes.get(`${record.object}.0`))!.value);
      await writeRecord('older', { ...record, object, chargeId, job: randomUUID() });
      write.release();
      assert.deepEqual(cacheOf(await fresh), ['MISS', '1']);
      assert.equal((await readRecord('older')).job, record.job);
    },
  );

  it(
    'a fresh one stores so late that its job is stored, charged and replaced by others: no second charge',
    limit,
    async () => {
      const key = stage.keyOf('overtaken');
      stage.site.hold('overtaken');
      const bytes = stage.apiSeam(0).on('hold', 'sent', `$KV.${buckets.results}.*.${key}.>`);
      const [offered, refused] = [stage.offered('overtaken', 0), stage.offered('overtaken', 1)];
      const slow = stage.ask('overtaken', { fresh: true });
      await offered;
      const plain = stage.ask('overtaken', { api: 1 });
      await refused;
      // Not before the owner stores: it would find the other's record of its job, and store nothing.
      const heard = stage.apiSeam(1).on('hold', 'received', subjects.result(key));
      stage.site.release('overtaken');
      await bytes.first;
      heard.release();
      assert.deepEqual(cacheOf(await plain), ['COALESCED', '1']);
      assert.deepEqual(cacheOf(await stage.ask('overtaken', { api: 1, fresh: true })), ['MISS', '1']);
      bytes.release();
      assert.deepEqual(cacheOf(await slow), ['MISS', '0']);
      assert.ok((await slow).body.equals((await plain).body));
    },
  );

  it('an expired record is no hit: the page is rendered and charged again', limit, async () => {
    const first = await stage.ask('expired');
    await until('the charge is noted', async () => (await readRecord('expired')).charged);
    await writeRecord('expired', { ...(await readRecord('expired')), expiresAt: Date.now() - 1 });
    const again = await stage.ask('expired', { api: 1 });
    assert.deepEqual(cacheOf(again), ['MISS', '1']);
    assert.ok(numberOf(again.body) > numberOf(first.body));
  });

  it('no result is delivered while the ledger is away; later hits are charged once', limit, async () => {
    // The store is tried twice.
    const lost = stage.apiSeam(0).on('drop', 'sent', subjects.allCharges, { times: 2 });
    const refused = await stage.ask('uncharged');
    assert.equal(lost.count, 2);
    assert.deepEqual([refused.status, refused.error().code], [503, 'unavailable']);
    assert.equal((await readRecord('uncharged')).charged, false);
    const hits = await Promise.all([0, 1, 0, 1].map((api) => stage.ask('uncharged', { api })));
    const credits = hits.map(({ headers }) => Number(headers.get('x-credits-charged')));
    assert.deepEqual(
      hits.map(({ status }) => status),
      [200, 200, 200, 200],
    );
    assert.equal(
      credits.reduce((sum, each) => sum + each, 0),
      1,
    );
    assert.equal(stage.site.hits('uncharged'), 1);
  });

  it('the answer to the record’s write is lost: its bytes stay, and are served', limit, async () => {
    const lost = stage.apiSeam(0).on('drop', 'received', '_INBOX_api.>', { says: writtenSays });
    const answer = await stage.ask('unheard');
    assert.deepEqual([answer.status, ...cacheOf(answer), lost.count], [200, 'MISS', '1', 1]);
    for (const api of [1, 0]) assert.deepEqual(cacheOf(await stage.ask('unheard', { api })), ['HIT', '0']);
    assert.equal(stage.site.hits('unheard'), 1);
  });

  it('the deadline passes while the result is stored: 504, and the next request is charged', limit, async () => {
    const clock = jumpingClock();
    const at = stage.service.apis.length;
    const api = await stage.service.startApi(at, clock.environment);
    await untilReady(api);
    const confirmation = stage.seam(api).on('hold', 'received', '_INBOX_api.>', { says: writtenSays });
    const late = stage.ask('late', { api: at });
    await confirmation.first;
    clock.jump(api.child.pid);
    await until('its clock has jumped', () => api.log.includes(clock.jumped));
    confirmation.release();
    const answer = await late;
    assert.deepEqual([answer.status, answer.error().code], [504, 'timeout']);
    await stage.settled();
    assert.equal(await stage.charges(), stage.tally.results);
    await api.child.stop(15_000);
    stage.service.apis.pop();
    stage.service.publicPorts.pop();
    assert.deepEqual(cacheOf(await stage.ask('late')), ['HIT', '1']);
  });
});
