import type { Params } from '../command.js';

/** Read as the browser reads them, letter by letter: nothing that two parsers could see differently comes through. */
const web = /^https?:\/\//i;
const page = /^(https?:\/\/|data:|blob:|about:blank(?![^?#]))/i;

/** Where a page may be sent. */
export const badAddress = ({ url }: Params): string | undefined =>
  url === '' || (typeof url === 'string' && page.test(url))
    ? undefined
    : 'A page goes to http:, https:, data: and blob: addresses and to about:blank alone.';

/** A request that goes on may have got another address. */
export const isNoWebAddress = ({ url }: Params): string | undefined =>
  url === undefined || (typeof url === 'string' && web.test(url))
    ? undefined
    : 'A request goes to http: and https: addresses alone.';

/** Else the messages of the target would come and go inside of others. */
export const isNotFlat = ({ flatten }: Params): string | undefined =>
  flatten === true ? undefined : 'It takes `flatten: true`.';

/** The same where anything is attached to. */
export const attachesNotFlat = (params: Params): string | undefined =>
  params.autoAttach === false ? undefined : isNotFlat(params);

/** No picture can be taken of such a window, by whomever. */
export const startsMinimized = ({ windowState }: Params): string | undefined =>
  windowState === 'minimized' ? 'The window of a session is not minimized.' : undefined;

/** The same of one that is there. */
export const minimizes = ({ bounds }: Params): string | undefined =>
  typeof bounds === 'object' && bounds !== null ? startsMinimized({ ...bounds }) : undefined;

/** It stays so when its client has left, and answers no action. */
export const freezes = ({ state }: Params): string | undefined =>
  state === 'active' ? undefined : 'A frozen page answers nobody.';

/** Dropped files are named by their paths. */
export const hasFiles = ({ data }: Params): string | undefined => {
  const files = typeof data === 'object' && data !== null && 'files' in data ? data.files : [];
  return Array.isArray(files) && files.length === 0 ? undefined : 'Sessions take no files of a machine.';
};

/** A stream is read by the number that the browser has given it. */
export const isBlob = ({ handle }: Params): string | undefined =>
  typeof handle === 'string' && handle.startsWith('blob:') ? 'Blobs are read in the page.' : undefined;

/** Each task of a page that is slowed down so takes so many times as long: also after its client has left, until that is over. */
export const isTooSlow = ({ rate }: Params): string | undefined =>
  typeof rate === 'number' && rate <= 100 ? undefined : 'A page is slowed down 100 times at most.';
