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
/** Shorter names resemble many others. Only a difference in case counts as a mistake. */
const minNear = 4;
const isSameWord = (name: string, known: string): boolean => name.toLowerCase() === known.toLowerCase();
const maxUnknown = 5;

const allNames = [...new Set(endpoints.flatMap(namesOf))];

/**
 * " Did you mean `full`?" for `fullPage`, and a similar sentence if only other endpoints have such an option. Empty
 * without a similar name.
 */
export const nearOption = (name: string, names: readonly string[], isLike?: typeof isVariant): string => {
  const near = didYouMean(name, names, isLike);
  if (near) return near;
  const elsewhere = didYouMean(name, allNames, isVariant);
  return elsewhere.replace(/\?$/, ', which only other endpoints take?');
};

/** A sentence about a name that looks like a mistake; empty for others. */
export const unknownName = (endpoint: Endpoint, name: string): string => {
  const others = endpoints.filter((each) => isKnown(each, name));
  if (others.length > 0) return `The option \`${name}\` is for ${others.join(', ')}: it has no effect on ${endpoint}.`;
  const names = namesOf(endpoint);
  const suggestion = name.length < minNear ? didYouMean(name, names, isSameWord) : nearOption(name, names, isVariant);
  return suggestion && `The option \`${shownName(name)}\` is unknown and has no effect.${suggestion}`;
};

const unknownNames = ({ endpoint, pairs }: Pick<RenderSubject, 'endpoint' | 'pairs'>): string[] =>
  Object.keys(pairs)
    .filter((name) => !isKnown(endpoint, name) && name !== signatureParameter)
    .slice(0, maxUnknown)
    .flatMap((name) => unknownName(endpoint, name) || []);

const sides = ['top', 'left', 'width', 'height'];

/** Each returns its sentence, or false if there is nothing to say. */
const imageRules: readonly ((pairs: Pairs) => string | false)[] = [
  ({ quality, type = 'png' }) =>
    quality !== undefined && /^png$/i.test(type) && '`quality` has no effect on png: use `type=jpeg`, webp or avif.',
  ({ full = '', height }) =>
    /^(true|1)$/i.test(full) &&
    height !== undefined &&
    '`height` has no effect beside `full`: the picture always reaches the end of the page.',
  ({ selector, selectorId, ...pairs }) =>
    (selector ?? selectorId) !== undefined &&
    sides.some((side) => pairs[side] !== undefined) &&
    '`top`, `left`, `width` and `height` have no effect beside `selector`: the picture shows only the element.',
];

const deviceRule = ({ emulateDevice }: Pairs): string | false =>
  emulateDevice !== undefined &&
  !findDevice(emulateDevice) &&
  `The device \`${shownName(emulateDevice).replace(/\p{Cc}/gu, '')}\` is unknown: \`emulateDevice\` has no effect. A key is iphone_15, for example.${didYouMeanDevice(emulateDevice)} GET /screenshot/devices lists the keys.`;

/**
 * Sentences about options that change nothing. Clients of such services send unknown names, so only those that look like
 * a mistake count. `merged` has the pairs of the preset and the negotiated type, too.
 */
export const idleOptions = (subject: Pick<RenderSubject, 'endpoint' | 'pairs'>, merged: Pairs): string[] => {
  const rules = subject.endpoint === 'image' ? [...imageRules, deviceRule] : [deviceRule];
  return [...unknownNames(subject), ...rules.flatMap((rule) => rule(merged) || [])];
};
