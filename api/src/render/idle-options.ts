import {
  didYouMean,
  didYouMeanDevice,
  type Endpoint,
  endpointOptions,
  endpoints,
  findDevice,
  isVariant,
  type Pairs,
  shownName,
} from '@tintype/contracts';
import type { RenderSubject } from './renders.js';

const namesOf = (endpoint: Endpoint): string[] => Object.keys(endpointOptions[endpoint].shape);

const namesByEndpoint = new Map(endpoints.map((endpoint) => [endpoint, new Set(namesOf(endpoint))]));

const isKnown = (endpoint: Endpoint, name: string): boolean => namesByEndpoint.get(endpoint)?.has(name) ?? false;

/** Not an option: version 2 of signed URLs adds it. */
const signatureParameter = 'expires';
/** Names with fewer characters resemble many others. For them, only a difference in case counts as a mistake. */
const minNearLength = 4;
const isSameWord = (name: string, known: string): boolean => name.toLowerCase() === known.toLowerCase();
/** The most unknown names of a request that are checked. */
const maxUnknownNames = 5;

const allNames = [...new Set(endpoints.flatMap(namesOf))];

/**
 * Returns " Did you mean `full`?" for `fullPage`. If no name of `names` is similar, suggests options of other
 * endpoints, and says so. Empty if these are not similar either.
 */
export const nearOption = (name: string, names: readonly string[], isSimilar?: typeof isVariant): string => {
  const near = didYouMean(name, names, isSimilar);
  if (near) return near;
  const elsewhere = didYouMean(name, allNames, isVariant);
  return elsewhere.replace(/\?$/, ', which only other endpoints take?');
};

/** A warning about a name that only other endpoints have, or that looks like a mistake. Empty for all other names. */
export const unknownNameWarning = (endpoint: Endpoint, name: string): string => {
  const others = endpoints.filter((each) => isKnown(each, name));
  if (others.length > 0) return `The option \`${name}\` is for ${others.join(', ')}: it has no effect on ${endpoint}.`;
  const names = namesOf(endpoint);
  const suggestion =
    name.length < minNearLength ? didYouMean(name, names, isSameWord) : nearOption(name, names, isVariant);
  return suggestion && `The option \`${shownName(name)}\` is unknown and has no effect.${suggestion}`;
};

const unknownNameWarnings = ({ endpoint, pairs }: Pick<RenderSubject, 'endpoint' | 'pairs'>): string[] =>
  Object.keys(pairs)
    .filter((name) => !isKnown(endpoint, name) && name !== signatureParameter)
    .slice(0, maxUnknownNames)
    .flatMap((name) => unknownNameWarning(endpoint, name) || []);

const clipOptions = ['top', 'left', 'width', 'height'];

/** Each rule returns a sentence about an option without effect, or false. */
const imageRules: readonly ((pairs: Pairs) => string | false)[] = [
  ({ quality, type = 'png' }) =>
    quality !== undefined && /^png$/i.test(type) && '`quality` has no effect on png: use `type=jpeg`, webp or avif.',
  ({ full = '', height }) =>
    /^(true|1)$/i.test(full) &&
    height !== undefined &&
    '`height` has no effect beside `full`: the picture always reaches the end of the page.',
  ({ selector, selectorId, ...pairs }) =>
    (selector ?? selectorId) !== undefined &&
    clipOptions.some((name) => pairs[name] !== undefined) &&
    '`top`, `left`, `width` and `height` have no effect beside `selector`: the picture shows only the element.',
];

const deviceRule = ({ emulateDevice }: Pairs): string | false =>
  emulateDevice !== undefined &&
  !findDevice(emulateDevice) &&
  `The device \`${shownName(emulateDevice).replace(/\p{Cc}/gu, '')}\` is unknown: \`emulateDevice\` has no effect. A key is iphone_15, for example.${didYouMeanDevice(emulateDevice)} GET /screenshot/devices lists the keys.`;

/**
 * Sentences about options that change nothing. Clients of similar services send names that are unknown here. So an
 * unknown name gets a sentence only if it looks like a mistake. `merged` also has the pairs of the preset and the
 * negotiated type.
 */
export const idleOptions = (subject: Pick<RenderSubject, 'endpoint' | 'pairs'>, merged: Pairs): string[] => {
  const rules = subject.endpoint === 'image' ? [...imageRules, deviceRule] : [deviceRule];
  return [...unknownNameWarnings(subject), ...rules.flatMap((rule) => rule(merged) || [])];
};
