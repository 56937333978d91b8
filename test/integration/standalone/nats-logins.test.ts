import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { buckets, streams, subjects } from '@tintype/contracts';
import { JetStreamStore } from '@tintype/stores';
import { makingOf, NatsLogins, type Permission, readOf } from '../../kit/nats/logins.js';
import { heldBy, LeaseWatch, lease, versionOf } from '../../kit/stores/leases.js';
import { patienceMs, until } from '../../kit/until.js';

/**
 * Only admin may do this with a bucket. Node and operator may do nothing, except the operator with objects, and reads of
 * accounts. The api's rights are below.
 */
const ofBucket = (bucket: string): Permission[] => {
  const stream = `KV_${bucket}`;
  const values = [
    `$KV.${bucket}.a`,
    readOf(stream),
    `$JS.API.DIRECT.GET.${stream}.$KV.${bucket}.a`,
    `$JS.API.CONSUMER.CREATE.${stream}.x.$KV.${bucket}.>`,
  ];
  const ofOperator = bucket === buckets.objects ? values : bucket === buckets.accounts ? [readOf(stream)] : [];
  const making = makingOf(stream);
  return [
    ...making.map((subject): Permission => ['api', subject, false]),
    ...[...values, ...making].flatMap((subject): Permission[] => [
      ['node', subject, false],
      ['operator', subject, ofOperator.includes(subject)],
    ]),
  ];
};

describe('the NATS logins', { timeout: 600_000 }, () => {
  let stage: NatsLogins;
  let clients: NatsLogins['clients'];

  before(async () => {
    stage = await NatsLogins.start();
    clients = stage.clients;
  });
  after(() => stage?.stop());

  const key = 'k1';
  const publishes: Permission[] = [
    ['api', subjects.job('still', 'a', key), true],
    ['api', subjects.chunk('j'), true],
    ['api', subjects.document('d'), false],
    ['api', subjects.batch('a', 'b', 'accepted'), true],
    ['api', subjects.batchWork('feed', 'a', 'b'), true],
    ['node', subjects.batch('a', 'b', 'accepted'), false],
    ['node', subjects.batchWork('feed', 'a', 'b'), false],
    ['operator', subjects.batch('a', 'b', 'accepted'), false],
    ['api', subjects.result(key), false],
    ['api', `$JS.ACK.${streams.renders}.still.1.1.1.1.0`, false],
    ['api', `$JS.API.STREAM.CREATE.${streams.renders}`, false],
    ['api', `$JS.API.STREAM.DELETE.${streams.renders}`, false],
    ['api', `$JS.API.STREAM.PURGE.${streams.renders}`, false],
    ['api', `$JS.API.CONSUMER.DELETE.${streams.renders}.still`, false],
    ['api', `$JS.API.CONSUMER.MSG.NEXT.${streams.renders}.still`, false],
    ['api', '_INBOX_node.x', true],
    ['api', '_INBOX_admin.x', false],
    ['node', subjects.result(key), true],
    ['node', `$JS.API.CONSUMER.INFO.${streams.renders}.still`, true],
    ['node', subjects.job('still', 'a', key), false],
    ['node', subjects.chunk('j'), false],
    ['node', subjects.document('d'), true],
    ['node', `$JS.API.STREAM.MSG.GET.${streams.renders}`, false],
    ['node', `$JS.API.STREAM.INFO.${streams.renders}`, false],
    ['node', `$JS.API.CONSUMER.DELETE.${streams.renders}.still`, false],
    ['node', `$JS.API.CONSUMER.CREATE.${streams.renders}.x`, false],
    ['node', '_INBOX_api.x', false],
    ['operator', subjects.job('still', 'a', key), false],
    ['operator', '$JS.API.INFO', false],
    ...Object.values(buckets).flatMap(ofBucket),
  ];
  for (const [login, subject, allowed] of publishes) {
    it(`${login} may ${allowed ? '' : 'not '}publish ${subject}`, async () => {
      const denials = await stage.denialsOf(login, ({ connection }) => connection.publish(subject));
      if (allowed) assert.equal(denials, '');
      else assert.match(denials, /Permissions Violation/i);
    });
  }

  const subscriptions: Permission[] = [
    ['api', subjects.result(key), true],
    ['api', '_INBOX_api.x', true],
    ['api', '_INBOX_node.>', false],
    ['api', subjects.allJobs, false],
    ['api', '>', false],
    ['node', subjects.chunk('j'), true],
    ['node', subjects.document('d'), false],
    ['api', subjects.document('d'), true],
    ['node', subjects.result('*'), false],
    ['node', subjects.allJobs, false],
    ['node', '_INBOX_api.>', false],
    ['node', '_INBOX.>', false],
    ['node', '>', false],
    ['operator', '_INBOX_operator.x', true],
    ['operator', subjects.result('*'), false],
    ['operator', '>', false],
    ...Object.values(buckets).map((bucket): Permission => ['node', `$KV.${bucket}.>`, false]),
  ];
  for (const [login, subject, allowed] of subscriptions) {
    it(`${login} may ${allowed ? '' : 'not '}subscribe to ${subject}`, async () => {
      const denials = await stage.denialsOf(login, ({ connection }) => {
        // Without a callback, a refused subscription would throw in its iterator, which this test does not read.
        connection.subscribe(subject, { callback: () => undefined });
      });
      if (allowed) assert.equal(denials, '');
      else assert.match(denials, /Permissions Violation/i);
    });
  }

  it('refuses a wrong password and no login at all', async () => {
    const { connect } = await import('node:net');
    const answerTo = (hello: string) =>
      new Promise<string>((resolve, reject) => {
        let answer = '';
        const socket = connect(Number(stage.server.url.port), '127.0.0.1', () => socket.write(hello));
        socket.on('data', (data) => {
          answer += data;
        });
        socket.on('close', () => resolve(answer)).on('error', reject);
      });
    assert.match(await answerTo('CONNECT {"user":"admin","pass":"guess"}\r\nPING\r\n'), /Authorization Violation/);
    assert.match(await answerTo('CONNECT {}\r\nPING\r\n'), /Authorization Violation/);
  });

  for (const login of ['api', 'operator'] as const) {
    it(`${login} may do all that it needs with objects`, async () => {
      const store = new JetStreamStore({ nats: clients[login], bucket: buckets.objects, bookmarkEveryMs: 100 });
      const watch = new LeaseWatch(store, await versionOf(store));
      const made = await store.create('Lease', lease(login));
      await store.update('Lease', heldBy(made, 'b'));
      await watch.waitFor(login, 'b');
      await store.delete('Lease', made.metadata);
      await watch.waitFor(login);
      await until('a bookmark arrives', () => watch.events.some(({ type }) => type === 'bookmark'));
      await watch.stop();
      assert.equal(await store.get('Lease', made.metadata), undefined);
    });
  }

  for (const bucket of Object.values(buckets).filter((each) => each !== buckets.objects)) {
    it(`api may do all that it needs with ${bucket}`, async () => {
      const kv = await clients.api.kv(bucket);
      const seen: string[] = [];
      const watch = await kv.watch();
      const reading = (async () => {
        for await (const { key: name, operation } of watch) seen.push(`${operation} ${name}`);
      })();
      const first = await kv.create('one', 'a');
      await assert.rejects(kv.create('one', 'b'));
      const second = await kv.update('one', 'b', first);
      await assert.rejects(kv.update('one', 'c', first));
      assert.equal((await kv.get('one'))?.string(), 'b');
      assert.equal((await kv.get('one', { revision: second }))?.revision, second);
      await kv.put('two', 'x');
      const keys: string[] = [];
      for await (const name of await kv.keys()) keys.push(name);
      assert.deepEqual(keys.sort(), ['one', 'two']);
      await kv.delete('one');
      await kv.purge('two');
      await until('the watch saw it all', () => seen.length >= 5);
      assert.deepEqual(seen, ['PUT one', 'PUT one', 'PUT two', 'DEL one', 'PURGE two']);
      watch.stop();
      await reading;
    });
  }

  it('api and node bring a job from its publication to its acknowledgement', async () => {
    const { api, node } = clients;
    const subject = subjects.job('still', 'acc', 'job1');
    const results = api.connection.subscribe(subjects.result('job1'), {
      callback: (_error, message) => void message.respond(),
    });
    const published = await api.jetstream.publish(subject, 'work', { expect: { lastSubjectSequence: 0 } });
    await assert.rejects(api.jetstream.publish(subject, 'again', { expect: { lastSubjectSequence: 0 } }));
    const stored = await api.manager.streams.getMessage(streams.renders, { seq: published.seq });
    assert.equal(stored?.string(), 'work');
    const consumer = await node.jetstream.consumers.get(streams.renders, 'still');
    let message = await consumer.next({ expires: 5000 });
    while (message && message.subject !== subject) {
      message.term();
      message = await consumer.next({ expires: 5000 });
    }
    message?.working();
    const chunks = node.connection.subscribe(subjects.chunk('job1'), {
      callback: (_error, m) => void m.respond('bytes'),
    });
    await node.connection.flush();
    assert.equal((await api.connection.request(subjects.chunk('job1'), '0')).string(), 'bytes');
    await node.connection.request(subjects.result('job1'), 'done', { timeout: patienceMs });
    assert.equal(await message?.ackAck(), true);
    await until(
      'the queue is empty',
      async () => (await clients.admin.manager.streams.info(streams.renders)).state.messages === 0,
    );
    results.unsubscribe();
    chunks.unsubscribe();
  });

  it('node cannot read an account, or another program’s answers', async () => {
    await (await clients.api.kv(buckets.accounts)).put('secret', 'x');
    const accounts = await clients.node.kv(buckets.accounts);
    await assert.rejects(accounts.get('secret'), /Permissions Violation|timeout/i);
    let heard = 0;
    clients.node.connection.subscribe('_INBOX_api.>', {
      callback: (error) => {
        if (!error) heard += 1;
      },
    });
    await clients.node.connection.flush();
    await (await clients.api.kv(buckets.accounts)).get('secret');
    await clients.node.connection.flush();
    assert.equal(heard, 0);
  });
});
