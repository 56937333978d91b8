import type { IBinaryData, IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { failureOf, isAnswer } from './failures.js';
import { FieldError, numberIn, valuesOf } from './fields.js';
import { abandonCreate, type Call, callService, jsonOf, onlyRefused } from './service.js';
import { createOptions, payloadOf } from './session-form.js';

type Operation = (node: IExecuteFunctions, itemIndex: number) => Promise<INodeExecutionData[]>;

const call = async <T>(node: IExecuteFunctions, request: Call, itemIndex: number): Promise<T> =>
  jsonOf<T>(await callService(node, request, itemIndex));

const item = (json: IDataObject, itemIndex: number): INodeExecutionData => ({ json, pairedItem: { item: itemIndex } });

/** The id under the name that the other operations take. */
const sessionItem = ({ id, ...session }: IDataObject, itemIndex: number): INodeExecutionData =>
  item({ sessionId: id, ...session }, itemIndex);

/** `connectUrl` is a credential: with it, any program drives the browser. n8n stores items, so only Create returns it. */
const seenItem = ({ connectUrl: _, ...session }: IDataObject, itemIndex: number): INodeExecutionData =>
  sessionItem(session, itemIndex);

const pathOf = (node: IExecuteFunctions, itemIndex: number): string => {
  const id = String(node.getNodeParameter('sessionId', itemIndex) ?? '').trim();
  if (id) return `/v1/sessions/${encodeURIComponent(id)}`;
  throw new FieldError('"Session ID" is empty', 'Fill in the sessionId that the operation Create returned.');
};

/** A repeat within the call gets the same session. Without an answer of the service, a session may be open and cost credits. */
const create: Operation = async (node, itemIndex) => {
  const read = (name: string) => node.getNodeParameter(name, itemIndex, null);
  const key = crypto.randomUUID();
  const headers = { 'idempotency-key': key };
  const request: Call = { method: 'POST', path: '/v1/sessions', body: valuesOf([], createOptions, read), headers };
  try {
    const { session } = await call<{ session: IDataObject }>(node, request, itemIndex);
    return [sessionItem(session, itemIndex)];
  } catch (error) {
    if (!isAnswer(error)) await abandonCreate(node, key, itemIndex).catch(() => undefined);
    throw failureOf(node, error, itemIndex);
  }
};

const get: Operation = async (node, itemIndex) => {
  const request: Call = { method: 'GET', path: pathOf(node, itemIndex) };
  return [seenItem((await call<{ session: IDataObject }>(node, request, itemIndex)).session, itemIndex)];
};

const close: Operation = async (node, itemIndex) => {
  const profile = String(node.getNodeParameter('saveProfile', itemIndex, '') ?? '');
  const query = profile === '' ? '' : `?saveProfile=${encodeURIComponent(profile)}`;
  const request: Call = { method: 'DELETE', path: `${pathOf(node, itemIndex)}${query}` };
  return [seenItem((await call<{ session: IDataObject }>(node, request, itemIndex)).session, itemIndex)];
};

const getMany: Operation = async (node, itemIndex) => {
  const isAll = node.getNodeParameter('returnAll', itemIndex) === true;
  const wanted = isAll
    ? Number.POSITIVE_INFINITY
    : numberIn('Limit', node.getNodeParameter('limit', itemIndex), { min: 1, whole: true });
  const status = String(node.getNodeParameter('status', itemIndex, '') ?? '');
  const found: IDataObject[] = [];
  for (let cursor: string | null = ''; cursor !== null && found.length < wanted; ) {
    const query = new URLSearchParams({ limit: String(Math.min(100, wanted - found.length)) });
    if (status) query.set('status', status);
    if (cursor) query.set('cursor', cursor);
    const page: { sessions: IDataObject[]; nextCursor: string | null } = await call(
      node,
      { method: 'GET', path: `/v1/sessions?${query}` },
      itemIndex,
    );
    found.push(...page.sessions);
    cursor = page.nextCursor;
  }
  return found.map((session) => seenItem(session, itemIndex));
};

interface Picture {
  contentType: string;
  bodyBase64: string;
}

/** Takes pictures out of an answer, also out of the answers of a batch of actions. */
const withoutPictures = (value: unknown, pictures: Picture[]): unknown => {
  if (Array.isArray(value)) return value.map((each) => withoutPictures(each, pictures));
  if (typeof value !== 'object' || value === null) return value;
  const { contentType, bodyBase64, ...others } = value as IDataObject & Partial<Picture>;
  if (bodyBase64 !== undefined) pictures.push({ contentType: String(contentType), bodyBase64 });
  const kept = bodyBase64 === undefined ? value : others;
  const entries = Object.entries(kept).map(([name, each]) => [name, withoutPictures(each, pictures)] as const);
  return Object.fromEntries(
    entries.filter(([name, each]) => name !== 'screenshot' || Object.keys(Object(each)).length > 0),
  );
};

const binaryOf = async (
  node: IExecuteFunctions,
  pictures: readonly Picture[],
  { field, name }: { field: string; name: string },
): Promise<Record<string, IBinaryData>> => {
  const rows = pictures.map(async ({ contentType, bodyBase64 }, at) => {
    const number = at === 0 ? '' : `_${at + 1}`;
    const bytes = Buffer.from(bodyBase64, 'base64');
    return [
      `${field}${number}`,
      await node.helpers.prepareBinaryData(bytes, `${name}${number}.png`, contentType),
    ] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
};

const act: Operation = async (node, itemIndex) => {
  const read = (name: string) => node.getNodeParameter(name, itemIndex, null);
  const type = String(read('actionType'));
  const payload = payloadOf(type, read);
  const path = `${pathOf(node, itemIndex)}/actions`;
  const request: Call = { method: 'POST', path, body: { type, payload }, retried: onlyRefused };
  const { success: _, ...answer } = await call<IDataObject>(node, request, itemIndex);
  const pictures: Picture[] = [];
  const json = { sessionId: read('sessionId'), action: type, ...(withoutPictures(answer, pictures) as IDataObject) };
  const binary = await binaryOf(node, pictures, { field: String(read('binaryPropertyName')), name: type });
  return [{ ...item(json as IDataObject, itemIndex), ...(pictures.length > 0 ? { binary } : {}) }];
};

export const sessionOperations: Readonly<Record<string, Operation>> = { create, act, get, close, getMany };
