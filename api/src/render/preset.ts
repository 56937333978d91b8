import { type Endpoint, type Options, type Pairs, parseOptions, TintypeError } from '@tintype/contracts';
import type { Account } from '../accounts/account.js';

export interface PresetRequest {
  account: Pick<Account, 'presets'>;
  endpoint: Endpoint;
  pairs: Pairs;
}

export interface ReadRequest {
  /** The pairs of the request and of its preset. */
  pairs: Pairs;
  options: Options;
}

const refuse = (message: string, cause?: unknown) => new TintypeError('invalid_option', message, { cause });

const presetOf = ({ account, endpoint }: PresetRequest, name: string) => {
  const preset = account.presets.get(name);
  if (!preset) {
    const advice = '`GET /v1/account/presets` lists its presets, `PUT /v1/account/presets/{name}` stores one.';
    throw refuse(`The account has no preset \`${name.slice(0, 64)}\`: ${advice}`);
  }
  if (preset.endpoint === null || preset.endpoint === endpoint) return preset;
  throw refuse(
    `The preset \`${name}\` is for the endpoint ${preset.endpoint}, not for ${endpoint}. Use another preset, or store this preset with \`endpoint\` null.`,
  );
};

/**
 * Adds the preset's name to an error. The preset may break newer rules, or not fit the other options of the request.
 */
const withPresetName = (error: unknown, name: string): unknown =>
  error instanceof TintypeError && error.code === 'invalid_option'
    ? refuse(`${error.message} The preset \`${name}\` sets options of this request.`, error)
    : error;

/**
 * Merges the options of a request with those of its `preset`; the request's own win. The preset's version becomes part
 * of the pairs, and so of the key. Throws `invalid_option` for an unknown preset and one of another endpoint, and the
 * errors of `parseOptions`.
 */
export const readOptions = (request: PresetRequest): ReadRequest => {
  const { endpoint, pairs } = request;
  const { preset: name } = pairs;
  if (!name) return { pairs, options: parseOptions(endpoint, pairs) };
  const { options, version } = presetOf(request, name);
  const merged = { ...options, ...pairs, preset: `${name}@${version}` };
  try {
    return { pairs: merged, options: parseOptions(endpoint, merged) };
  } catch (error) {
    throw withPresetName(error, name);
  }
};
