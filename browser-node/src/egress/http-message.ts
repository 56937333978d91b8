interface Authority {
  hostname: string;
  port: number;
}

export interface AbsoluteTarget extends Authority {
  /** For the Host field, as the client wrote it. */
  authority: string;
  /** Includes the query, as the client wrote it. */
  path: string;
}

/** Parses `host:port` of a CONNECT request or URL. Undefined for user names and for missing or invalid ports. */
export const readAuthority = (text: string, defaultPort?: number): Authority | undefined => {
  const [, hostname, digits] = /^(\[[^\]]*\]|[^:@[\]]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
  const port = digits === undefined ? defaultPort : Number(digits);
  if (hostname === undefined || port === undefined || port < 1 || port > 65_535) return undefined;
  return { hostname, port };
};

/**
 * Parses `http://host[:port]/path`. Does not use `URL`, so that the judged host and the sent host are the same text.
 * Undefined if the request is not for a proxy.
 */
export const readAbsoluteTarget = (url: string): AbsoluteTarget | undefined => {
  const [start, text] = /^http:\/\/([^/?#]+)/i.exec(url) ?? [];
  if (start === undefined || text === undefined) return undefined;
  const authority = readAuthority(text, 80);
  const rest = url.slice(start.length);
  return authority && { ...authority, authority: text, path: rest.startsWith('/') ? rest : `/${rest}` };
};

/** Headers that a proxy does not forward (RFC 9110, 7.6.1): each side frames its own messages. */
const hopByHop = new Set(['connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade']);

const fieldsOf = (raw: readonly string[]): [string, string][] =>
  Array.from({ length: raw.length / 2 }, (_, index) => [raw[2 * index] ?? '', raw[2 * index + 1] ?? '']);

const namesInConnection = (fields: readonly [string, string][]): string[] =>
  fields
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(','))
    .map((name) => name.trim().toLowerCase());

/** Raw headers (name, value, …) without hop-by-hop headers, and without the names of `without`. */
export const endToEndHeaders = (raw: readonly string[], without: readonly string[] = []): string[] => {
  const fields = fieldsOf(raw);
  // A client could list Content-Length in Connection, and so strip the length of its message.
  const dropped = new Set([...namesInConnection(fields).filter((name) => name !== 'content-length'), ...without]);
  return fields
    .filter(([name]) => {
      const lower = name.toLowerCase();
      return !hopByHop.has(lower) && !dropped.has(lower) && !lower.startsWith('proxy-');
    })
    .flat();
};
