import { type BatchState, isFinished } from '@tintype/client';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { failedItem, failureOf } from './failures.js';
import { FieldError, numberIn, valuesOf } from './fields.js';
import { batchOperations, optionFields, topFields } from './page-form.js';
import { accountKey, callService, jsonOf, pause } from './service.js';

type Operation = (node: IExecuteFunctions, itemIndex: number) => Promise<INodeExecutionData[]>;

/** Pages of a batch. */
const longestBatch = 1000;
const lookSeconds = 2;

interface Row {
  itemIndex: number;
  page: { url: string; options: IDataObject };
}

interface State extends IDataObject {
  status: BatchState['status'];
  items: IDataObject[];
  nextCursor: string | null;
}

const rowOf = (node: IExecuteFunctions, kind: 'image' | 'pdf', itemIndex: number): Row => {
  const read = (name: string) => node.getNodeParameter(name, itemIndex, null);
  const url = String(read('url') ?? '').trim();
  if (url === '') throw new FieldError('"URL" is empty', 'Fill in the page of this item.');
  return { itemIndex, page: { url, options: valuesOf(topFields(kind), optionFields(kind), read) as IDataObject } };
};

const submit = async (
  node: IExecuteFunctions,
  kind: 'image' | 'pdf',
  rows: readonly Row[],
): Promise<INodeExecutionData> => {
  const [{ itemIndex }] = rows as [Row];
  const { notificationUri, idempotencyKey } = node.getNodeParameter('batchOptions', 0, {}) as Record<string, string>;
  const key = encodeURIComponent(await accountKey(node, itemIndex));
  const number = itemIndex === 0 ? '' : `-${itemIndex}`;
  const answer = await callService(
    node,
    {
      method: 'POST',
      path: `/batch-${kind}/${key}`,
      headers: { 'idempotency-key': idempotencyKey ? `${idempotencyKey}${number}` : crypto.randomUUID() },
      body: { ...(notificationUri ? { notification_uri: notificationUri } : {}), data: rows.map(({ page }) => page) },
    },
    itemIndex,
  );
  const { success: _, ...json } = jsonOf<IDataObject>(answer);
  return { json, pairedItem: rows.map((row) => ({ item: row.itemIndex })) };
};

/** All items become one batch, or several of 1,000 pages. */
export const submitBatches = async (
  node: IExecuteFunctions,
  operation: keyof typeof batchOperations,
): Promise<INodeExecutionData[]> => {
  const kind = batchOperations[operation];
  const rows: Row[] = [];
  const results: INodeExecutionData[] = [];
  /** The failure belongs to each of these items. */
  const orFail = async (items: readonly number[], work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      const failure = failureOf(node, error, items[0] ?? 0);
      if (!node.continueOnFail()) throw failure;
      results.push(...items.map((itemIndex) => failedItem(node, failure, itemIndex)));
    }
  };
  for (const at of node.getInputData().keys()) await orFail([at], async () => void rows.push(rowOf(node, kind, at)));
  for (let from = 0; from < rows.length; from += longestBatch) {
    const part = rows.slice(from, from + longestBatch);
    const items = part.map(({ itemIndex }) => itemIndex);
    await orFail(items, async () => void results.push(await submit(node, kind, part)));
  }
  return results;
};

const pathOf = async (node: IExecuteFunctions, itemIndex: number): Promise<string> => {
  const id = String(node.getNodeParameter('batchId', itemIndex) ?? '').trim();
  if (id === '') throw new FieldError('"Batch ID" is empty', 'Fill in the batchId that a submission returned.');
  return `/batch/${encodeURIComponent(await accountKey(node, itemIndex))}/${encodeURIComponent(id)}`;
};

/** Pages of a batch have the name of their file under the name that other operations use. */
const renamed = ({ file_name: fileName, ...page }: IDataObject): IDataObject => ({ ...page, fileName });

const stateAt = async (node: IExecuteFunctions, path: string, itemIndex: number): Promise<State> => {
  const state = jsonOf<State>(await callService(node, { method: 'GET', path }, itemIndex));
  return { ...state, items: state.items.map(renamed) };
};

/** The state with all of its items: an answer has at most 1,000. */
const wholeState = async (node: IExecuteFunctions, path: string, itemIndex: number): Promise<State> => {
  const state = await stateAt(node, `${path}?limit=1000`, itemIndex);
  const items = [...state.items];
  for (let { nextCursor } = state; nextCursor !== null; ) {
    const page = await stateAt(node, `${path}?limit=1000&cursor=${encodeURIComponent(nextCursor)}`, itemIndex);
    items.push(...page.items);
    nextCursor = page.nextCursor;
  }
  return { ...state, items };
};

const itemsOf = (node: IExecuteFunctions, state: State, itemIndex: number): INodeExecutionData[] => {
  const { success: _, nextCursor: __, items, ...batch } = state;
  const pairedItem = { item: itemIndex };
  if (node.getNodeParameter('output', itemIndex, 'pages') === 'batch')
    return [{ json: { ...batch, items }, pairedItem }];
  return items.map((page) => ({ json: { batchId: batch.batchId, ...page }, pairedItem }));
};

const get: Operation = async (node, itemIndex) =>
  itemsOf(node, await wholeState(node, await pathOf(node, itemIndex), itemIndex), itemIndex);

const wait: Operation = async (node, itemIndex) => {
  const minutes = numberIn('Longest Wait (Minutes)', node.getNodeParameter('waitMinutes', itemIndex), { min: 1 });
  const end = Date.now() + 60_000 * minutes;
  const path = await pathOf(node, itemIndex);
  for (let state = await stateAt(node, `${path}?limit=1`, itemIndex); !isFinished(state); ) {
    if (Date.now() > end)
      throw new FieldError(
        `The batch is still ${state.status} after ${minutes} minutes`,
        'It continues. Raise "Longest Wait", or ask for its state later.',
      );
    await pause(node, lookSeconds);
    state = await stateAt(node, `${path}?limit=1`, itemIndex);
  }
  return itemsOf(node, await wholeState(node, path, itemIndex), itemIndex);
};

const cancel: Operation = async (node, itemIndex) => {
  const answer = await callService(node, { method: 'DELETE', path: await pathOf(node, itemIndex) }, itemIndex);
  const { success: _, items: __, nextCursor: ___, ...json } = jsonOf<IDataObject>(answer);
  return [{ json, pairedItem: { item: itemIndex } }];
};

export const batchStates: Readonly<Record<string, Operation>> = { get, wait, cancel };
