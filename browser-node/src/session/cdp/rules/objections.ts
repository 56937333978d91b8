import type { Params } from '../command.js';

// Each objection returns the reason to refuse, or undefined.

/** Matches the text itself, so that no second URL parser can disagree. */
const webAddress = /^https?:\/\//i;
const pageAddress = /^(https?:\/\/|data:|blob:|about:blank(?![^?#]))/i;

export const badAddress = ({ url }: Params): string | undefined =>
  url === '' || (typeof url === 'string' && pageAddress.test(url))
    ? undefined
    : 'A page loads only http:, https:, data: and blob: addresses and about:blank.';

/** A continued request may carry a new address. */
export const isNoWebAddress = ({ url }: Params): string | undefined =>
  url === undefined || (typeof url === 'string' && webAddress.test(url))
    ? undefined
    : 'A request uses only http: and https: addresses.';

/** Without `flatten`, the target's messages would come wrapped in others. */
export const isNotFlat = ({ flatten }: Params): string | undefined =>
  flatten === true ? undefined : 'Set `flatten: true`.';

export const attachesNotFlat = (params: Params): string | undefined =>
  params.autoAttach === false ? undefined : isNotFlat(params);

/** Chromium takes no picture of a minimized window. */
export const startsMinimized = ({ windowState }: Params): string | undefined =>
  windowState === 'minimized' ? 'A window of a session cannot be minimized.' : undefined;

export const minimizes = ({ bounds }: Params): string | undefined =>
  typeof bounds === 'object' && bounds !== null ? startsMinimized({ ...bounds }) : undefined;

/** A frozen page stays frozen after its client left. */
export const freezes = ({ state }: Params): string | undefined =>
  state === 'active' ? undefined : 'A frozen page answers no action.';

/** Actions set at most 5,000 × 5,000 pixels at scale 3. Much more takes all memory. */
const max = { side: 10_000, scale: 10, pixels: 225_000_000 };

const numberOr = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

const tooManyPixels = (width: number, height: number, scale: number): string | undefined =>
  width * height * scale ** 2 <= max.pixels ? undefined : `It has more than ${max.pixels / 1e6} megapixels.`;

/** A side of 0 means the window's side. */
export const isTooLarge = (params: Params): string | undefined => {
  const sides = [params.width, params.height, params.screenWidth, params.screenHeight];
  if (!sides.every((side) => numberOr(side, 0) <= max.side)) return `A side may have ${max.side} pixels at most.`;
  const { scale: viewScale } = { ...(params.viewport as Params | undefined) };
  const factors = [params.deviceScaleFactor, params.scale, viewScale].map((each) => numberOr(each, 0) || 1);
  const scale = factors.reduce((product, factor) => product * factor, 1);
  if (scale > max.scale) return `The scale may be ${max.scale} at most.`;
  return tooManyPixels(numberOr(params.width, 0), numberOr(params.height, 0), scale);
};

export const isWindowTooLarge = ({ bounds }: Params): string | undefined => isTooLarge({ ...(bounds as Params) });

export const isPictureTooLarge = ({ clip }: Params): string | undefined => {
  const { width, height, scale } = { ...(clip as Params | undefined) };
  return tooManyPixels(numberOr(width, 0), numberOr(height, 0), numberOr(scale, 1));
};

/** A drag names its files by path. */
export const hasFiles = ({ data }: Params): string | undefined => {
  const files = typeof data === 'object' && data !== null && 'files' in data ? data.files : [];
  return Array.isArray(files) && files.length === 0 ? undefined : 'Sessions cannot read files of your machine.';
};

/** Handles of streams are numbers. Handles of blobs begin with `blob:`. */
export const isBlob = ({ handle }: Params): string | undefined =>
  typeof handle === 'string' && handle.startsWith('blob:') ? 'Read blobs in the page.' : undefined;

/** A slow task runs on after its client left. */
export const isTooSlow = ({ rate }: Params): string | undefined =>
  typeof rate === 'number' && rate <= 100 ? undefined : 'A page can be slowed down 100 times at most.';
