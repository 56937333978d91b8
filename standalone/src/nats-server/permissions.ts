import { buckets, chargeIndexConsumer, streams, subjects, usageConsumer } from '@tintype/contracts';

export const logins = ['api', 'operator', 'node', 'admin'] as const;
export type Login = (typeof logins)[number];

export interface Permissions {
  publish: readonly string[];
  subscribe: readonly string[];
  /** May answer the requests that it receives, on any reply subject. */
  mayAnswer: boolean;
}

/** Each user has its own inbox prefix, so that no user reads another's answers. `connectNats` sets it. */
const inbox = (login: Login) => `_INBOX_${login}.>`;

/** Rights for a key-value bucket: values, reads, and the ordered consumers behind watch, keys and history. */
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

const pull = (stream: string, consumer: string) => [
  `$JS.ACK.${stream}.${consumer}.>`,
  `$JS.API.CONSUMER.MSG.NEXT.${stream}.${consumer}`,
  `$JS.API.CONSUMER.INFO.${stream}.${consumer}`,
];

const any = '*';

const slots = [subjects.allSlots, ...readStream(streams.slots), `$JS.API.STREAM.MSG.DELETE.${streams.slots}`];

const readMessages = (stream: string) => `$JS.API.STREAM.MSG.GET.${stream}`;

const readEntries = (bucket: string) => readMessages(`KV_${bucket}`);

/** Limits and totals of the account, no contents. The client reads them when it opens a bucket. */
const accountInfo = '$JS.API.INFO';

/** Who may publish and subscribe to what. Only `admin` creates streams and buckets. The Helm chart uses the same table. */
export const permissions: Readonly<Record<Login, Permissions>> = {
  api: {
    publish: [
      subjects.allJobs,
      // The reply to an announcement confirms that the result is stored. The reply to a pull carries a part of a
      // document. `mayAnswer` does not suffice: the server lets only one of a connection's subscriptions answer.
      inbox('node'),
      accountInfo,
      `$JS.API.STREAM.INFO.${streams.renders}`,
      readMessages(streams.renders),
      // Reads how many slots of nodes are idle.
      `$JS.API.CONSUMER.INFO.${streams.renders}.*`,
      subjects.allBatches,
      ...readStream(streams.batches),
      // Purges options of finished batches, and marks of work that has ended.
      `$JS.API.STREAM.PURGE.${streams.batches}`,
      subjects.allBatchWork,
      `$JS.API.STREAM.INFO.${streams.batchWork}`,
      readMessages(streams.batchWork),
      ...pull(streams.batchWork, any),
      ...keyValue(buckets.batchKeys),
      ...keyValue(buckets.chatWorkspaces),
      ...keyValue(buckets.chatSeen),
      subjects.chunk(any),
      subjects.left(any),
      subjects.requested(any),
      subjects.toolCancelled(any),
      subjects.renderCharge(any),
      // The usage roll-up and the index by account pull charges. The view of a closed session and the list of charges
      // read single ones.
      ...pull(streams.charges, usageConsumer),
      ...pull(streams.charges, chargeIndexConsumer),
      readMessages(streams.charges),
      // Finds the slot of a closed session.
      readMessages(streams.opens),
      ...slots,
      ...keyValue(buckets.usage),
      ...keyValue(buckets.chargeIndex),
      ...keyValue(buckets.accounts),
      ...keyValue(buckets.profiles),
      ...keyValue(buckets.index),
      ...keyValue(buckets.results),
      ...keyValue(buckets.objects),
      ...keyValue(buckets.sessions),
      ...keyValue(buckets.sessionKeys),
    ],
    subscribe: [
      subjects.wait(any),
      subjects.document(any),
      subjects.requested(any),
      subjects.toolCancelled(any),
      inbox('api'),
    ],
    mayAnswer: false,
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
    mayAnswer: false,
  },
  // Nodes need `mayAnswer` to serve the chunks of large results.
  node: {
    publish: [subjects.wait(any), subjects.document(any), ...pull(streams.renders, any)],
    subscribe: [subjects.chunk(any), subjects.left(any), inbox('node')],
    mayAnswer: true,
  },
  admin: { publish: ['>'], subscribe: ['>'], mayAnswer: false },
};
