export interface Authority {
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
 * Parses `http://host[:port]/path`. Not with `URL`, so that the judged host and the sent host are the same text.
 * Undefined if the request is not for a proxy.
 */
export const readAbsoluteTarget = (url: string): AbsoluteTarget | undefined => {
  const [start, text] = /^http:\/\/([^/?#]+)/i.exec(url) ?? [];
  if (start === undefined || text === undefined) return undefined;
  const authority = readAuthority(text, 80);
  const rest = url.slice(start.length);
  return authority && { ...authority, authority: text, path: rest.startsWith('/') ? rest : `/${rest}` };
};
