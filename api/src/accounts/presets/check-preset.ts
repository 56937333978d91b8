import {
  type Endpoint,
  endpointOptions,
  endpoints,
  isAvailable,
  type Pairs,
  parseOptions,
  TintypeError,
} from '@tintype/contracts';

/** They belong to one request. */
const refusedNames = ['url', 'preset', 'expires'];

const checkFor = (endpoint: Endpoint, options: Pairs, advice: string) => {
  try {
    parseOptions(endpoint, { ...options, url: 'https://example.com/' });
  } catch (error) {
    if (!(error instanceof TintypeError) || advice === '') throw error;
    throw new TintypeError(error.code, `${error.message} ${advice}`, { cause: error });
  }
};

/**
 * Checks options as those of a query, for an endpoint or for all (null). Answers warnings about unknown names, which a
 * query may have. Throws `invalid_option`.
 */
export const checkPreset = (endpoint: Endpoint | null, options: Pairs): string[] => {
  const refused = refusedNames.find((name) => Object.hasOwn(options, name));
  if (refused) throw new TintypeError('invalid_option', `A preset has no \`${refused}\`: give it in each request.`);
  const some = endpoint === null ? endpoints.filter(isAvailable) : [endpoint];
  for (const each of some) {
    const advice = `This is a rule of the endpoint ${each}: set the preset's \`endpoint\` if it is for another one.`;
    checkFor(each, options, endpoint === null ? advice : '');
  }
  const isKnown = (name: string) => some.some((each) => Object.hasOwn(endpointOptions[each].shape, name));
  return Object.keys(options)
    .filter((name) => !isKnown(name))
    .map((name) => `The option \`${name.slice(0, 64)}\` is unknown and has no effect.`);
};
