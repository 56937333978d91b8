import { Expired, type Kind, type Kinds, type ObjectList, type Selector } from '@tintype/crds';
import type { Call } from '../requests/call.js';
import { selectorQuery } from '../requests/paths.js';
import type { RestClient } from '../requests/rest-client.js';
import { storedObject } from './stored-object.js';

export interface ListRequest<K extends Kind> {
  kind: K;
  selector: Selector;
  pageSize: number;
  signal?: AbortSignal | undefined;
}

interface Page {
  metadata: { resourceVersion: string; continue?: string };
  items: unknown[];
}

/**
 * Lists in pages of one version. The requests set no `resourceVersion`, so the server reads the newest state from etcd.
 * https://kubernetes.io/docs/reference/using-api/api-concepts/#retrieving-large-results-sets-in-chunks
 */
export const listAll = async <K extends Kind>(
  client: RestClient,
  list: ListRequest<K>,
): Promise<ObjectList<Kinds[K]>> => {
  try {
    return await listInPages(client, list, list.pageSize);
  } catch (error) {
    if (!(error instanceof Expired)) throw error;
    // etcd compacted the first page's version before the last page was read. One unpaged list cannot expire.
    return listInPages(client, list, undefined);
  }
};

const listInPages = async <K extends Kind>(
  client: RestClient,
  { kind, selector, signal }: ListRequest<K>,
  limit: number | undefined,
): Promise<ObjectList<Kinds[K]>> => {
  const call: Call = { verb: 'list', kind, at: scopeOf(selector), signal };
  const query = { ...selectorQuery(selector), ...(limit ? { limit: String(limit) } : {}) };
  const items: Kinds[K][] = [];
  const readPage = async (extraQuery: Record<string, string>): Promise<Page> => {
    const page = (await client.send({ ...call, query: { ...query, ...extraQuery } })) as Page;
    // Push one by one: as arguments of one call, the objects of a page could exceed the stack.
    for (const each of page.items) items.push(storedObject(kind, each));
    return page;
  };
  let page = await readPage({});
  while (page.metadata.continue) page = await readPage({ continue: page.metadata.continue });
  return { items, resourceVersion: page.metadata.resourceVersion };
};

export const scopeOf = ({ namespace }: Selector): { namespace?: string } =>
  namespace === undefined ? {} : { namespace };
