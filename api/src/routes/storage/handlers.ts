import type { RouterContext } from '@koa/router';
import type { AccountStorage } from '../../account-storage/account-storage.js';
import { storageBody, storageTestBody } from '../../account-storage/storage-body.js';
import { jsonBody } from '../../middleware/json-body.js';

const readStorage = jsonBody({ schema: storageBody });
const readTest = jsonBody({ schema: storageTestBody, example: { s3Acl: 'public-read' } });

export interface StorageHandlersOptions {
  storage: AccountStorage;
  /** Path of the settings, for hints. */
  storagePath: (account: string) => string;
  /** Id of the account of a request. */
  idOf: (context: RouterContext) => string;
}

/** `GET`, `PUT`, `DELETE …/storage` and `POST …/storage/test`. */
export const storageHandlers = ({ storage, storagePath, idOf }: StorageHandlersOptions) => ({
  get: async (context: RouterContext) => {
    context.body = { success: true, ...(await storage.read(idOf(context))) };
  },
  put: async (context: RouterContext) => {
    // Check the credentials before the body: a stranger's body is not read.
    const id = idOf(context);
    const change = await readStorage(context);
    context.body = { success: true, ...(await storage.set(id, change)), warnings: storage.warningsOf(change) };
  },
  delete: async (context: RouterContext) => {
    context.body = { success: true, ...(await storage.remove(idOf(context))) };
  },
  test: async (context: RouterContext) => {
    const id = idOf(context);
    const { s3Acl } = await readTest(context);
    context.body = { success: true, ...(await storage.try(id, s3Acl, storagePath(id))) };
  },
});
