const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'socks5:': 1080 };

/** The port of a URL, or else its protocol's default port; 0 if the protocol has none. */
export const portOf = ({ port, protocol }: Pick<URL, 'port' | 'protocol'>): number =>
  Number(port) || (defaultPorts[protocol] ?? 0);
