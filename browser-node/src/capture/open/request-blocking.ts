import type { Options } from '@tintype/contracts';
import type { PrepareFrame } from './open.js';

/** Whether the whole URL matches the pattern, in which `*` stands for any text. Takes linear time. */
export const matchesPattern = (pattern: string, url: string): boolean => {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return url === pattern;
  if (!url.startsWith(first) || url.length < first.length + last.length || !url.endsWith(last)) return false;
  const end = url.length - last.length;
  let at = first.length;
  for (const part of others) {
    const found = url.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
};

/** Blocks the requests that `block` names, in all frames. The page itself is always loaded. */
export const blockRequests = ({ types, patterns }: NonNullable<Options['block']>): PrepareFrame => {
  const blockedTypes = new Set<string>(types);
  return (_, requests) => [
    requests.filter(({ resourceType, request }) => {
      const url = request.url.toLowerCase();
      const isBlocked =
        blockedTypes.has(resourceType.toLowerCase()) || patterns.some((pattern) => matchesPattern(pattern, url));
      return isBlocked ? 'block' : 'continue';
    }),
  ];
};
