import type { Endpoint } from '@tintype/contracts';
import { canSign, type OptionValue, queryOf, signatureOf } from '../../options/query.js';
import type { Service } from '../../service/service.js';

/** What a render answered. */
export interface RenderAnswer {
  endpoint: Endpoint;
  blob: Blob;
  contentType: string;
  fileName: string;
  /** Between the request and the last byte. */
  milliseconds: number;
  cache: string | undefined;
  credits: number | undefined;
  warnings: readonly string[];
  targetStatus: string | undefined;
  requestId: string | undefined;
  fileUrl: string | undefined;
  timings: readonly { step: string; milliseconds: number }[];
}

export interface Order {
  endpoint: Endpoint;
  apiKey: string;
  values: readonly OptionValue[];
}

/** Path and query of a signed URL of version 2, which signs the endpoint too. */
export const signedPath = async ({ endpoint, apiKey, values }: Order, secret: string): Promise<string> => {
  const query = queryOf(values);
  return `/v2/${apiKey}/${await signatureOf(secret, endpoint, query)}/${endpoint}?${query}`;
};

/** The body of `POST /v1/renders` for the same render. */
export const postedBody = ({ endpoint, values }: Order): Record<string, unknown> => ({
  endpoint,
  ...Object.fromEntries(values.map(([{ name }, value]) => [name, value])),
});

const readTimings = (header: string | null): RenderAnswer['timings'] =>
  [...(header ?? '').matchAll(/([\w-]+);dur=([\d.]+)/g)].map(([, step = '', duration]) => ({
    step,
    milliseconds: Number(duration),
  }));

const readFileName = (disposition: string | null): string => {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '') ?? [];
  const [, plain] = /filename="?([^";]+)"?/i.exec(disposition ?? '') ?? [];
  return encoded ? decodeURIComponent(encoded) : (plain ?? 'result');
};

const send = async (service: Service, order: Order, signal: AbortSignal): Promise<Response> =>
  canSign()
    ? service.send(await signedPath(order, service.credentials.secret), { signal })
    : service.send('/v1/renders', { method: 'POST', body: postedBody(order), signal });

/** Throws `ServiceError`, or the signal's reason. */
export const render = async (service: Service, order: Order, signal: AbortSignal): Promise<RenderAnswer> => {
  const begin = performance.now();
  const response = await send(service, order, signal);
  const blob = await response.blob();
  const header = (name: string) => response.headers.get(name) ?? undefined;
  const credits = header('x-credits-charged');
  return {
    endpoint: order.endpoint,
    blob,
    contentType: header('content-type') ?? '',
    fileName: readFileName(response.headers.get('content-disposition')),
    milliseconds: performance.now() - begin,
    cache: header('x-cache'),
    credits: credits === undefined ? undefined : Number(credits),
    warnings: header('x-warnings')?.split(' | ') ?? [],
    targetStatus: header('x-target-status'),
    requestId: header('x-request-id'),
    fileUrl: header('x-file-url'),
    timings: readTimings(response.headers.get('server-timing')),
  };
};
