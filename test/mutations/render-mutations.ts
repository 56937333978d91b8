import { type RenderMutation, slipIn } from './mutation.js';
import { after, answer, argument, before, call, condition, initializer, property, remove, replace } from './syntax.js';

const api = slipIn('api');
const node = slipIn('browser-node');

const writesCharge = `
  const { chargeId: id, job, createdAt } = record;
  const charge = { id, account: 'tester', credits: 1, endpoint: 'image', key, job, at: new Date(createdAt) };
  if (!record.charged) await nats.jetstream.publish(\`charge.render.\${id}\`, JSON.stringify(charge));`;

/** Mistakes in the render protocol of api and nodes, which failure tests detect. */
export const renderMutations: readonly RenderMutation[] = [
  {
    name: 'no_republish',
    mistake: 'a waiting request offers its job once',
    first: 'leaving',
    slips: [api('JobOffer.#renew', replace(argument('finally', 0), '() => undefined'))],
  },
  {
    name: 'without-anystore',
    mistake: 'the owner alone stores a result',
    first: 'waiters',
    slips: [api('RenderWait.#take', replace(call('#keep'), '(isOwn ? $& : undefined)'))],
  },
  {
    name: 'without-freshown',
    mistake: "a fresh request takes the result of another's job",
    first: 'records',
    slips: [api('RenderWait.#take', replace(condition('fresh'), 'false'))],
  },
  {
    name: 'cas_first',
    mistake: 'the record is written before the bytes',
    first: 'waiters',
    slips: [
      api('ResultStore.store', replace(call('put'), 'Promise.resolve()')),
      api(
        'ResultStore.store',
        after(
          initializer('revision'),
          'if (revision !== undefined) await reachable(this.#blobs.put(ours.object, body));',
        ),
      ),
    ],
  },
  {
    name: 'without-live',
    mistake: "a loser replaces the winner's record",
    first: 'records',
    slips: [api('staysFor', answer('false'))],
  },
  {
    name: 'no_cas',
    mistake: 'the record is written without compare-and-set',
    first: 'records',
    slips: [api('ResultIndex.write', remove(property('expect')))],
  },
  {
    name: 'charge_first',
    mistake: 'the charge is published before the record',
    first: 'records',
    slips: [api('ResultIndex.write', before(call('publish'), writesCharge))],
  },
  {
    name: 'charge_per_record',
    mistake: 'the id of a charge is made with each record, and is not that of the job or item',
    first: 'records',
    slips: [api('newRecord', replace(initializer('chargeId'), 'randomUUID()'))],
  },
  {
    name: 'no_admission',
    mistake: 'an account may fill the queue',
    first: 'deliveries',
    slips: [api('Admission.enter', replace(condition('limit'), '$& || limit > 0'))],
  },
  {
    name: 'without-nomax',
    mistake: '`max_deliver` on the consumer',
    first: 'deliveries',
    slips: [api('provisionRenders', replace(initializer('ack_wait'), '$&, max_deliver: 3'))],
  },
  {
    name: 'ack_early',
    // The waiters publish again by design, at the cost of one more render.
    mistake: 'the node acknowledges when it announces',
    first: 'deliveries',
    slips: [node('Worker.#deliver', before(call('deliver'), 'message.ack();'))],
  },
  {
    name: 'never_asks',
    mistake: 'a node does not ask whether its job is wanted',
    first: 'leaving',
    slips: [node('isWanted', answer('true'))],
  },
];
