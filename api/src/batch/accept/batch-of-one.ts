import { TintypeError } from '@tintype/contracts';
import type { Account } from '../../accounts/account.js';
import type { RenderOrder } from '../../render/order/read-order.js';
import { type BatchEndpoint, type BatchItem, batchEndpoints } from '../facts/records.js';
import { checkItem } from '../run/item-attempt.js';

export interface BatchOfOne {
  endpoint: BatchEndpoint;
  /** The body of a batch with this one item. */
  body: Buffer;
  /** Throws the item's fault, so that the client gets it in the answer, not in a notification. */
  checkItem: (item: BatchItem) => void;
}

const invalid = (message: string) => new TintypeError('invalid_request', message);

const endpointOf = ({ outputs, isList, document }: RenderOrder): BatchEndpoint => {
  const askedEndpoint = outputs[0].endpoint;
  const endpoint = batchEndpoints.find((each) => each === askedEndpoint);
  if (isList)
    throw invalid('`async` takes one `endpoint`, not `outputs`. Send a request for each output, or leave out `async`.');
  if (document) throw invalid(`\`async\` takes a \`url\`. Leave out \`async\` for \`${document.facts.kind}\`.`);
  if (endpoint) return endpoint;
  throw invalid(
    `\`async\` takes the endpoint ${batchEndpoints.join(' or ')}, not ${askedEndpoint}. Leave out \`async\`.`,
  );
};

/**
 * The batch that renders an order with `async`; undefined without `async`. Throws `invalid_request` for an order that
 * no batch can render.
 */
export const batchOfOne = (order: RenderOrder, account: Account): BatchOfOne | undefined => {
  if (!order.later) return undefined;
  const endpoint = endpointOf(order);
  const { notificationUri, url, options } = order.later;
  const body = Buffer.from(JSON.stringify({ notification_uri: notificationUri, data: [{ url, options }] }));
  return { endpoint, body, checkItem: (item) => checkItem({ account, endpoint, item }) };
};
