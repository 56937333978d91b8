import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { batchStates } from './batch.js';
import { failedItem, failureOf } from './failures.js';
import { numberIn } from './fields.js';
import { runPage } from './page.js';
import { type Endpoint, mostAtOnce } from './page-form.js';
import { sessionOperations } from './session.js';

type Work = (itemIndex: number) => Promise<INodeExecutionData[]>;

const workOf = (node: IExecuteFunctions, resource: string, operation: string): Work => {
  if (resource === 'page') return async (itemIndex) => [await runPage(node, operation as Endpoint, itemIndex)];
  const work = (resource === 'session' ? sessionOperations : batchStates)[operation];
  return async (itemIndex) => (await work?.(node, itemIndex)) ?? [];
};

/** Actions of a session run one after another. Throws a `FieldError`. */
const widthOf = (node: IExecuteFunctions, resource: string): number => {
  if (resource !== 'page') return 1;
  const { parallel = 4 } = node.getNodeParameter('options', 0, {}) as IDataObject;
  return numberIn('Requests at Once', parallel, { min: 1, max: mostAtOnce, whole: true });
};

const runAtOnce = async (node: IExecuteFunctions, work: Work, width: number): Promise<INodeExecutionData[]> => {
  const count = node.getInputData().length;
  const results: INodeExecutionData[][] = [];
  let next = 0;
  const runOne = async (itemIndex: number) => {
    try {
      results[itemIndex] = await work(itemIndex);
    } catch (error) {
      const failure = failureOf(node, error, itemIndex);
      if (!node.continueOnFail()) {
        next = count;
        throw failure;
      }
      results[itemIndex] = [failedItem(node, failure, itemIndex)];
    }
  };
  const runSome = async () => {
    while (next < count) {
      next += 1;
      await runOne(next - 1);
    }
  };
  await Promise.all(Array.from({ length: Math.min(count, width) }, runSome));
  return results.flat();
};

/** Runs an operation for each item, and keeps the order of the items. Without "Continue on Fail", the first error ends it. */
export const runItems = async (
  node: IExecuteFunctions,
  resource: string,
  operation: string,
): Promise<INodeExecutionData[]> => {
  try {
    return await runAtOnce(node, workOf(node, resource, operation), widthOf(node, resource));
  } catch (error) {
    const failure = failureOf(node, error, 0);
    if (!node.continueOnFail()) throw failure;
    // n8n takes a thrown error for a success, and outputs the input.
    return node.getInputData().map((_, itemIndex) => failedItem(node, failure, itemIndex));
  }
};
