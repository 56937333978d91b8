import { finished } from 'node:stream';
import Router, { type RouterContext } from '@koa/router';
import { TintypeError } from '@tintype/contracts';
import type { Account } from '../accounts/account.js';
import type { AccountGuard } from '../auth/account-guard.js';
import { dropWhenStuck, leftSignal } from '../client-left.js';
import { countedBody } from '../file-links/counted-body.js';
import type { FileLinks } from '../file-links/file-links.js';
import type { Bandwidth } from '../limits/bandwidth.js';
import { addRateLimits } from '../limits/rate-limit-headers.js';
import type { RequestRate } from '../limits/request-rate.js';
import { contentDisposition } from '../render/file-name.js';
import type { IndexEntry, ResultRecord } from '../render/results/result-record.js';
import type { ResultStore } from '../render/results/result-store.js';
import { openToPages } from './open-to-pages.js';
import { heldByClient, rangeOf } from './render/answer.js';

interface Found {
  key: string;
  name: string;
  entry: IndexEntry;
}

export interface FileRoutesOptions {
  links: Pick<FileLinks, 'open'>;
  accounts: { byId: (id: string) => Account | undefined };
  results: Pick<ResultStore, 'find' | 'load' | 'remove'>;
  guard: Pick<AccountGuard, 'admit'>;
  /** Links have a rate of their own. */
  rate: Pick<RequestRate, 'count' | 'state'>;
  bandwidth: Pick<Bandwidth, 'check' | 'hold' | 'state'>;
}

/** Types in which browsers run no script. */
const inert = /^(image\/(png|jpeg|webp|avif|gif)|video\/(mp4|webm)|application\/(pdf|json))(;|$)/;
/** Everything else, such as HTML and SVG, gets an origin of its own, without scripts. */
const sandbox = "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'";

/** Caches keep a file for 5 minutes only. A fresh render of the same request replaces the file behind the link. */
const maxAgeSeconds = 300;

/** Headers that players of other origins need to read parts. */
const exposed = ['Accept-Ranges', 'Content-Disposition', 'Content-Range', 'ETag'];

const gone = () =>
  new TintypeError(
    'not_found',
    'There is no such file, or it has expired. Render the page again. The header `X-File-Url` has the new link.',
  );

const setHeaders = (context: RouterContext, record: ResultRecord, name: string) => {
  const left = Math.max(Math.floor((record.expiresAt - Date.now()) / 1000), 0);
  context.set('Cache-Control', `public, max-age=${Math.min(left, maxAgeSeconds)}`);
  context.set('Content-Type', record.contentType);
  context.set('Content-Disposition', contentDisposition(name));
  context.set('ETag', `"${record.sha256}"`);
  context.set('Accept-Ranges', 'bytes');
  context.set('X-Content-Type-Options', 'nosniff');
  if (!inert.test(record.contentType)) context.set('Content-Security-Policy', sandbox);
};

const isHeld = (context: RouterContext, { sha256 }: ResultRecord) => {
  const held = heldByClient(context);
  return held === 'any' || held.includes(sha256);
};

/** Undefined: the whole file. Throws `range_not_satisfiable`. */
const satisfiableRange = (context: RouterContext, record: ResultRecord) => {
  const range = rangeOf(context, record);
  if (range !== 'unsatisfiable') return range;
  const { length } = record;
  context.set('Content-Range', `bytes */${length}`);
  throw new TintypeError(
    'range_not_satisfiable',
    `The file has ${length} bytes, and the range begins after its end. Request a range inside it.`,
  );
};

/**
 * Sends a body and counts the bytes that the connection took. Players open a file with `bytes=0-`, and leave when they
 * have its head.
 */
const sendCounted = (context: RouterContext, body: Uint8Array, count: (sent: number) => void) => {
  const { stream, taken } = countedBody(body);
  // Count also for a client that has left already.
  finished(context.res, () => count(taken()));
  context.body = stream;
  context.length = body.length;
};

const addDeletion = (router: Router, { guard, links, results }: FileRoutesOptions): void => {
  router.delete('/files/:token/:name', async (context) => {
    const { id } = guard.admit(context);
    const { token = '', name = '' } = context.params;
    const file = links.open(token, name);
    // A file of another account answers as if it did not exist.
    if (file?.account !== id || !(await results.remove(file.key))) throw gone();
    context.body = { success: true };
  });
};

/** `/files/{token}/{name}`: stored results for anybody who has the link. Only their account deletes them. */
export const fileRoutes = (options: FileRoutesOptions): Router => {
  const { links, accounts, results, rate, bandwidth } = options;
  const router = new Router();

  const openLink = (token: string, name: string) => {
    const file = links.open(token, name);
    const account = file && accounts.byId(file.account);
    if (!account) throw gone();
    if (account.disabled) throw new TintypeError('account_disabled');
    return { account, key: file.key };
  };

  const send = async (context: RouterContext, account: Account, { key, name, entry }: Found) => {
    // Check the range before the read: an unsatisfiable one reads no bytes.
    satisfiableRange(context, entry.record);
    await bandwidth.check(account);
    // Another record may have replaced the first one.
    const stored = await results.load(key, entry, {
      choosePart: (record) => satisfiableRange(context, record),
      reader: { account: account.id, until: leftSignal(context) },
    });
    if (!stored) throw gone();
    const { record, part, body } = stored;
    setHeaders(context, record, name);
    context.status = part ? 206 : 200;
    if (part) context.set('Content-Range', `bytes ${part.start}-${part.end}/${record.length}`);
    sendCounted(context, body, bandwidth.hold(account, body.length));
    dropWhenStuck(context);
  };

  const answer = async (context: RouterContext, account: Account, { key, name }: Omit<Found, 'entry'>) => {
    rate.count(account, 'links');
    const entry = await results.find(key);
    if (!entry) throw gone();
    const held = isHeld(context, entry.record);
    if (!held && context.method === 'GET') return send(context, account, { key, name, entry });
    setHeaders(context, entry.record, name);
    context.status = held ? 304 : 200;
    if (!held) context.length = entry.record.length;
  };

  router.get('/files/:token/:name', async (context) => {
    openToPages(context, exposed);
    const { token = '', name = '' } = context.params;
    const { account, key } = openLink(token, name);
    context.state.account = account.id;
    await answer(context, account, { key, name }).finally(() =>
      addRateLimits(context, [rate.state(account, 'links'), bandwidth.state(account)]),
    );
  });
  addDeletion(router, options);
  return router;
};
