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

/** A window of 5000 × 5000 at scale 3 is the largest that actions set. A much larger one takes all the memory of a session. */
const most = { side: 10_000, scale: 10, pixels: 225_000_000 };

const numberOr = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

const areTooMany = (width: number, height: number, scale: number): string | undefined =>
  width * height * scale ** 2 <= most.pixels ? undefined : `It has more than ${most.pixels / 1e6} megapixels.`;

/** A side that is 0 is that of the window. */
export const isTooLarge = (params: Params): string | undefined => {
  const sides = [params.width, params.height, params.screenWidth, params.screenHeight];
  if (!sides.every((side) => numberOr(side, 0) <= most.side)) return `A side has ${most.side} pixels at most.`;
  const { scale: viewScale } = { ...(params.viewport as Params | undefined) };
  const factors = [params.deviceScaleFactor, params.scale, viewScale].map((each) => numberOr(each, 0) || 1);
  const scale = factors.reduce((product, factor) => product * factor, 1);
  if (scale > most.scale) return `The scale is ${most.scale} at most.`;
  return areTooMany(numberOr(params.width, 0), numberOr(params.height, 0), scale);
};

export const isWindowTooLarge = ({ bounds }: Params): string | undefined => isTooLarge({ ...(bounds as Params) });

export const isPictureTooLarge = ({ clip }: Params): string | undefined => {
  const { width, height, scale } = { ...(clip as Params | undefined) };
  return areTooMany(numberOr(width, 0), numberOr(height, 0), numberOr(scale, 1));
};

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
