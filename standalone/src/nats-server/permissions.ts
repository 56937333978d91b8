import { buckets, streams, subjects, usageConsumer } from '@tintype/contracts';

export const logins = ['api', 'operator', 'node', 'admin'] as const;
/** The users that programs log in to NATS as. */
export type Login = (typeof logins)[number];

export interface Permissions {
  publish: readonly string[];
  subscribe: readonly string[];
  /** May answer the requests that it receives, wherever the answer goes. */
  answers: boolean;
}

/** Each user's answers come under a prefix of its own, so that none reads another's; `connectNats` asks for it. */
const inbox = (login: Login) => `_INBOX_${login}.>`;

/** What a key-value bucket takes: its values, reading them, and the ordered consumers behind watch, keys and history. */
const keyValue = (bucket: string) => [`$KV.${bucket}.>`, ...readStream(`KV_${bucket}`), ...consume(`KV_${bucket}`)];

const readStream = (stream: string) => [
  `$JS.API.STREAM.INFO.${stream}`,
  `$JS.API.STREAM.MSG.GET.${stream}`,
  `$JS.API.DIRECT.GET.${stream}`,
  `$JS.API.DIRECT.GET.${stream}.>`,
];

const consume = (stream: string) => [
  `$JS.API.CONSUMER.CREATE.${stream}.>`,
  `$JS.API.CONSUMER.INFO.${stream}.*`,
  `$JS.API.CONSUMER.DELETE.${stream}.*`,
  `$JS.FC.${stream}.>`,
];

/** What a consumer that is there already takes: pulling and acknowledging. */
const pull = (stream: string, consumer: string) => [
  `$JS.ACK.${stream}.${consumer}.>`,
  `$JS.API.CONSUMER.MSG.NEXT.${stream}.${consumer}`,
  `$JS.API.CONSUMER.INFO.${stream}.${consumer}`,
];

const any = '*';

/** Taking slots, and giving them back by their sequence. */
const slots = [subjects.allSlots, ...readStream(streams.slots), `$JS.API.STREAM.MSG.DELETE.${streams.slots}`];

/** One message of a stream, from its leader. */
const readMessages = (stream: string) => `$JS.API.STREAM.MSG.GET.${stream}`;

/** An entry of a bucket, by its key. */
const readEntries = (bucket: string) => readMessages(`KV_${bucket}`);

/** Asked by the client when it opens a bucket: limits and totals, no contents. */
const accountInfo = '$JS.API.INFO';

/**
 * Who may say and hear what. Streams and buckets are made by `admin` alone, at install and at start. The Helm chart
 * uses the same table.
 */
export const permissions: Readonly<Record<Login, Permissions>> = {
  api: {
    publish: [
      subjects.allJobs,
      // Its answer to an announced result says that the result is stored. Not by `answers`: the server lets only one of
      // several subscriptions of a connection answer.
      inbox('node'),
      accountInfo,
      `$JS.API.STREAM.INFO.${streams.renders}`,
      readMessages(streams.renders),
      subjects.chunk(any),
      subjects.left(any),
      subjects.requested(any),
      subjects.renderCharge(any),
      // The roll-up of charges; those of sessions are what a closed session is read from.
      ...pull(streams.charges, usageConsumer),
      readMessages(streams.charges),
      // Whose a slot is that a closed session had.
      readMessages(streams.opens),
      ...slots,
      ...keyValue(buckets.usage),
      ...keyValue(buckets.accounts),
      ...keyValue(buckets.index),
      ...keyValue(buckets.results),
      ...keyValue(buckets.objects),
      ...keyValue(buckets.sessions),
      ...keyValue(buckets.sessionKeys),
    ],
    subscribe: [subjects.wait(any), subjects.requested(any), inbox('api')],
    answers: false,
  },
  operator: {
    publish: [
      ...slots,
      subjects.open(any),
      ...readStream(streams.opens),
      subjects.sessionCharge(any),
      ...readStream(streams.charges),
      readEntries(buckets.accounts),
      ...keyValue(buckets.objects),
    ],
    subscribe: [inbox('operator')],
    answers: false,
  },
  // Its answers are the chunks of large results.
  node: {
    publish: [subjects.wait(any), ...pull(streams.renders, any)],
    subscribe: [subjects.chunk(any), subjects.left(any), inbox('node')],
    answers: true,
  },
  admin: { publish: ['>'], subscribe: ['>'], answers: false },
};
