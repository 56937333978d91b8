export interface Authority {
  hostname: string;
  port: number;
}

export interface AbsoluteTarget extends Authority {
  /** For the Host field: as the client wrote it. */
  authority: string;
  /** Path and query, as the client wrote them. */
  path: string;
}

/** `host:port` of a CONNECT request or a URL. Undefined for user names, missing ports and what is no port. */
export const readAuthority = (text: string, defaultPort?: number): Authority | undefined => {
  const [, hostname, digits] = /^(\[[^\]]*\]|[^:@[\]]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
  const port = digits === undefined ? defaultPort : Number(digits);
  if (hostname === undefined || port === undefined || port < 1 || port > 65_535) return undefined;
  return { hostname, port };
};

/**
 * The target of a request to a proxy: `http://host[:port]/path`. Cut here and not by `URL`, so that the host that is
 * judged and the one that is sent on are the same text. Undefined when the request is not for a proxy.
 */
export const readAbsoluteTarget = (url: string): AbsoluteTarget | undefined => {
  const [start, text] = /^http:\/\/([^/?#]+)/i.exec(url) ?? [];
  if (start === undefined || text === undefined) return undefined;
  const authority = readAuthority(text, 80);
  const rest = url.slice(start.length);
  return authority && { ...authority, authority: text, path: rest.startsWith('/') ? rest : `/${rest}` };
};
