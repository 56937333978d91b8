import { type AnyOptions, factsOf, queryOf, signV2 } from '@tintype/client';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { FieldError, numberIn, valuesOf } from './fields.js';
import { type Endpoint, optionFields, topFields } from './page-form.js';
import { type Answer, accountFor, accountKey, callService, jsonOf } from './service.js';

const renderSeconds = 330;

type Body = Record<string, unknown>;

/** The page of an item, and the options of its form. */
const renderOf = (node: IExecuteFunctions, endpoint: Endpoint, itemIndex: number): Body => {
  const read = (name: string) => node.getNodeParameter(name, itemIndex, null);
  const source = String(read('source'));
  const page = String(read(source) ?? '');
  if (page.trim() === '')
    throw new FieldError(`"${source === 'url' ? 'URL' : source}" is empty`, 'Fill in the page of this item.');
  const baseUrl = source === 'url' ? undefined : read('baseUrl') || undefined;
  return {
    [source]: page,
    ...(baseUrl ? { baseUrl } : {}),
    ...valuesOf(topFields(endpoint), optionFields(endpoint), read),
  };
};

const timeoutOf = (node: IExecuteFunctions, itemIndex: number): number => {
  const { requestTimeout = renderSeconds } = node.getNodeParameter('options', itemIndex, {}) as IDataObject;
  return numberIn('Request Timeout (Seconds)', requestTimeout, { min: 1 });
};

const render = (
  node: IExecuteFunctions,
  body: Body,
  { itemIndex, headers }: { itemIndex: number; headers?: IDataObject },
) =>
  callService(
    node,
    { method: 'POST', path: '/v1/renders', body, headers, timeoutSeconds: timeoutOf(node, itemIndex) },
    itemIndex,
  );

/** The facts in the headers, without those that are missing. */
const factsIn = (answer: Answer): IDataObject => {
  const { isCached: _, contentType, ...facts } = factsOf(answer);
  return JSON.parse(JSON.stringify({ contentType: contentType.replace(/;.*/, ''), ...facts }));
};

const extensions: Readonly<Record<string, string>> = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg' };

const nameOf = ({ fileName, contentType }: IDataObject): string =>
  String(fileName ?? `page.${extensions[String(contentType)] ?? String(contentType).split('/')[1]}`);

const fileItem = async (node: IExecuteFunctions, answer: Answer, itemIndex: number): Promise<INodeExecutionData> => {
  const facts = factsIn(answer);
  // The option "S3 Redirect" returns the address of the object in the account's storage.
  if (answer.status >= 300) return { json: facts, pairedItem: { item: itemIndex } };
  const json = { bytes: answer.bytes.length, ...facts };
  const field = String(node.getNodeParameter('binaryPropertyName', itemIndex));
  const data = await node.helpers.prepareBinaryData(answer.bytes, nameOf(facts), String(facts.contentType));
  return { json, binary: { [field]: data }, pairedItem: { item: itemIndex } };
};

const jsonItem = (answer: Answer, itemIndex: number): INodeExecutionData => {
  const { success: _, ...result } = jsonOf<IDataObject>(answer);
  const { contentType, fileName, ...facts } = factsIn(answer);
  return { json: { ...result, ...facts }, pairedItem: { item: itemIndex } };
};

const linkItem = async (node: IExecuteFunctions, body: Body, itemIndex: number): Promise<INodeExecutionData> => {
  const headers = { prefer: 'return=representation' };
  const { results, warnings, targetStatus } = jsonOf<{
    results: IDataObject[];
    warnings: string[];
    targetStatus: number;
  }>(await render(node, body, { itemIndex, headers }));
  const { url, endpoint: _, ...facts } = results[0] ?? {};
  return { json: { fileUrl: url, ...facts, warnings, targetStatus }, pairedItem: { item: itemIndex } };
};

const expiryOf = (node: IExecuteFunctions, itemIndex: number): number | undefined => {
  const minutes = numberIn('Expires After (Minutes)', node.getNodeParameter('expiresAfter', itemIndex, 0), { min: 0 });
  return minutes > 0 ? Math.floor(Date.now() / 1000 + 60 * minutes) : undefined;
};

const signedItem = async (
  node: IExecuteFunctions,
  endpoint: Endpoint,
  itemIndex: number,
): Promise<INodeExecutionData> => {
  const { url, ...options } = renderOf(node, endpoint, itemIndex);
  if (url === undefined)
    throw new FieldError('A signed URL takes a page of the web', 'Choose URL as the page, or another output.');
  const { baseUrl, secret } = await accountFor(node, itemIndex);
  const expires = expiryOf(node, itemIndex);
  const query = queryOf(Object.entries({ url, ...options, expires } as AnyOptions));
  const key = encodeURIComponent(await accountKey(node, itemIndex));
  const signedUrl = `${baseUrl}/v2/${key}/${await signV2(secret, endpoint, query)}/${endpoint}?${query}`;
  const expiresAt = expires === undefined ? null : new Date(1000 * expires).toISOString();
  return { json: { signedUrl, expiresAt }, pairedItem: { item: itemIndex } };
};

/** A preset may redirect to the account's storage, but these outputs promise the service's own file or link. */
const ownFile = ({ preset }: Body): Body => (preset === undefined ? {} : { s3Redirect: false });

/** Renders the page of an item, or signs its URL. */
export const runPage = async (
  node: IExecuteFunctions,
  endpoint: Endpoint,
  itemIndex: number,
): Promise<INodeExecutionData> => {
  const output = node.getNodeParameter('output', itemIndex, 'file');
  const isJson = endpoint === 'content' || endpoint === 'metadata';
  if (!isJson && output === 'signedUrl') return signedItem(node, endpoint, itemIndex);
  const options = renderOf(node, endpoint, itemIndex);
  const body = { endpoint, ...(isJson ? {} : ownFile(options)), ...options };
  if (!isJson && output === 'link') return linkItem(node, body, itemIndex);
  const answer = await render(node, body, { itemIndex });
  return isJson ? jsonItem(answer, itemIndex) : fileItem(node, answer, itemIndex);
};
