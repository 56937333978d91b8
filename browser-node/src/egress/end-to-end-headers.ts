/** RFC 9110, 7.6.1; each side frames its own messages. */
const hopByHop = new Set(['connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade']);

const pairs = (raw: readonly string[]): [string, string][] =>
  Array.from({ length: raw.length / 2 }, (_, index) => [raw[2 * index] ?? '', raw[2 * index + 1] ?? '']);

const listed = (fields: readonly [string, string][]): string[] =>
  fields
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(','))
    .map((name) => name.trim().toLowerCase());

/** Raw headers (name, value, …) without hop-by-hop headers. */
export const endToEndHeaders = (raw: readonly string[], without: readonly string[] = []): string[] => {
  const fields = pairs(raw);
  // A client could list these in Connection and strip the message's length or host.
  const dropped = new Set([...listed(fields).filter((name) => name !== 'content-length'), ...without]);
  return fields
    .filter(([name]) => {
      const lower = name.toLowerCase();
      return !hopByHop.has(lower) && !dropped.has(lower) && !lower.startsWith('proxy-');
    })
    .flat();
};
