import { hmacOf, type OptionValue, textOf } from '../../options/query.js';
import type { CallOptions } from '../../service/service.js';
import type { Line } from './read-lines.js';

export interface BatchOrder {
  endpoint: 'image' | 'pdf';
  apiKey: string;
  lines: readonly Line[];
  /** The options of every item. */
  options: readonly OptionValue[];
  notificationUri: string;
}

/** The body of `POST /batch-image/{key}`. Values are strings, numbers or booleans, as in a query. */
export const bodyOf = ({ lines, options, notificationUri }: BatchOrder): string => {
  const shared = options.map(([option, value]) => [
    option.name,
    typeof value === 'number' || typeof value === 'boolean' ? value : textOf(option, value),
  ]);
  return JSON.stringify({
    ...(notificationUri === '' ? {} : { notification_uri: notificationUri }),
    data: lines.map(({ url, fileName }) => ({
      url,
      options: { ...Object.fromEntries(shared), ...(fileName === undefined ? {} : { file_name: fileName }) },
    })),
  });
};

/** The call that submits a batch. A secret of the account signs the body, `text`. */
export const signedCall = async (text: string, secret: string, idempotencyKey: string): Promise<CallOptions> => ({
  method: 'POST',
  text,
  headers: { 'x-req-signature': await hmacOf(secret, text), 'idempotency-key': idempotencyKey },
});
