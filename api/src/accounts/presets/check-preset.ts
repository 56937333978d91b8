import {
  didYouMean,
  type Endpoint,
  endpointOptions,
  endpoints,
  type Pairs,
  parseOptions,
  shownName,
  TintypeError,
} from '@tintype/contracts';
import { isUploaded } from '../../account-storage/object-location.js';
import { unknownNameWarning } from '../../render/idle-options.js';

const sharedName =
  "In the account's storage, results with the preset's `fileName` replace each other on the same day. Give each request its own `fileName`.";

/** Options of one request, which make no sense in a preset. */
const refusedNames = ['url', 'preset', 'expires'];

const faultFor = (endpoint: Endpoint, options: Pairs): TintypeError | undefined => {
  try {
    parseOptions(endpoint, { ...options, url: 'https://example.com/' });
    return undefined;
  } catch (error) {
    if (error instanceof TintypeError) return error;
    throw error;
  }
};

/** Refuses the options if an endpoint does. The sentence names that endpoint, unless all have the same rule. */
const refuseFor = (checked: readonly Endpoint[], options: Pairs): void => {
  const faults = checked.map((endpoint) => ({ endpoint, fault: faultFor(endpoint, options) }));
  const first = faults.find(({ fault }) => fault);
  if (!first?.fault) return;
  const { endpoint, fault } = first;
  if (faults.every((each) => each.fault?.message === fault.message)) throw fault;
  const advice = `This rule belongs to the endpoint ${endpoint}. If the preset is for another endpoint, set its \`endpoint\`.`;
  throw new TintypeError(fault.code, `${fault.message} ${advice}`, { cause: fault });
};

const allNames = [...new Set(endpoints.flatMap((each) => Object.keys(endpointOptions[each].shape)))];

const plainlyUnknown = (endpoint: Endpoint | null, name: string): string => {
  const suggestion = endpoint === null ? didYouMean(name, allNames) : '';
  return `The option \`${shownName(name)}\` is unknown and has no effect.${suggestion}`;
};

/**
 * Checks the options of a preset as those of a query, for one endpoint or for all (null). Answers warnings: about
 * unknown names, which a query may have, and about a shared `fileName`. Throws `invalid_option`.
 */
export const checkPreset = (endpoint: Endpoint | null, options: Pairs): string[] => {
  const refused = refusedNames.find((name) => Object.hasOwn(options, name));
  if (refused)
    throw new TintypeError('invalid_option', `A preset cannot contain \`${refused}\`. Send it in each request.`);
  const checked = endpoint === null ? endpoints : [endpoint];
  refuseFor(checked, options);
  const warnings = Object.hasOwn(options, 'fileName') && checked.some(isUploaded) ? [sharedName] : [];
  const isKnown = (name: string) => checked.some((each) => Object.hasOwn(endpointOptions[each].shape, name));
  const unknown = Object.keys(options)
    .filter((name) => !isKnown(name))
    .map((name) => (endpoint && unknownNameWarning(endpoint, name)) || plainlyUnknown(endpoint, name));
  return [...warnings, ...unknown];
};

/** Warnings about options that need a storage, for an account without one. `path` is the route that sets a storage. */
export const missingStorageWarnings = (endpoint: Endpoint | null, options: Pairs, path: string): string[] => {
  if (endpoint && !isUploaded(endpoint)) return [];
  const advice = `The account has no storage. Set one with PUT ${path}.`;
  if (/^(true|1)$/i.test(options.s3Redirect ?? ''))
    return [`Requests with \`s3Redirect\` get 409 \`storage_not_configured\`. ${advice}`];
  return options.s3Acl ? [`The option \`s3Acl\` has no effect. ${advice}`] : [];
};
