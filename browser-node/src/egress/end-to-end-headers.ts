/** RFC 9110, 7.6.1, and what a client says to its proxy. Framing is decided anew on each side. */
const hopByHop = new Set(['connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade']);

const pairs = (raw: readonly string[]): [string, string][] =>
  Array.from({ length: raw.length / 2 }, (_, index) => [raw[2 * index] ?? '', raw[2 * index + 1] ?? '']);

const listed = (fields: readonly [string, string][]): string[] =>
  fields
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(','))
    .map((name) => name.trim().toLowerCase());

/** Raw headers (name, value, name, value …) without those that are meant for the next hop alone. */
export const endToEndHeaders = (raw: readonly string[], without: readonly string[] = []): string[] => {
  const fields = pairs(raw);
  // A client could name these in Connection, and the message would arrive without its length or host.
  const dropped = new Set([...listed(fields).filter((name) => name !== 'content-length'), ...without]);
  return fields
    .filter(([name]) => {
      const lower = name.toLowerCase();
      return !hopByHop.has(lower) && !dropped.has(lower) && !lower.startsWith('proxy-');
    })
    .flat();
};
