interface Switch {
  name: string;
  value?: string | ((proxyPort: number) => string);
  why: string;
  link?: string;
}

/**
 * Switches that keep every byte of a browser inside the egress proxy. `--disable-features` is missing: Chromium uses
 * only the last one, which `browser/process/switches.ts` has.
 */
const all: readonly Switch[] = [
  {
    name: '--proxy-server',
    value: (proxyPort) => `http://127.0.0.1:${proxyPort}`,
    why: 'sends all schemes through the guard, without a fallback to DIRECT',
    link: 'https://chromium.googlesource.com/chromium/src/+/main/net/docs/proxy.md',
  },
  {
    name: '--proxy-bypass-list',
    value: '<-loopback>',
    why: 'without it localhost, 127/8, ::1 and link-local addresses bypass any proxy',
    link: 'https://chromium.googlesource.com/chromium/src/+/main/net/docs/proxy.md#overriding-the-implicit-bypass-rules',
  },
  {
    name: '--host-resolver-rules',
    value: 'MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    why: 'the browser resolves no name itself, not for prefetch or WebRTC either, except the proxy',
    link: 'https://www.chromium.org/developers/design-documents/network-stack/socks-proxy/',
  },
  {
    name: '--dns-prefetch-disable',
    why: 'the same again, for full browsers',
    link: 'https://www.chromium.org/developers/design-documents/dns-prefetching/',
  },
  {
    name: '--disable-quic',
    why: 'HTTP/3 and WebTransport use UDP, which an HTTP proxy does not carry',
    link: 'https://chromium.googlesource.com/chromium/src/+/main/net/docs/proxy.md#http-proxy-scheme',
  },
  {
    name: '--force-webrtc-ip-handling-policy',
    value: 'disable_non_proxied_udp',
    why: 'WebRTC sends UDP to any address that a page names, and shows the page our own addresses',
    link: 'https://www.rfc-editor.org/rfc/rfc8828#section-5.2',
  },
  {
    name: '--webrtc-ip-handling-policy',
    value: 'disable_non_proxied_udp',
    why: 'the same for a full Chromium; a headless shell only knows the name above',
    link: 'https://www.rfc-editor.org/rfc/rfc8828#section-5.2',
  },
  {
    name: '--disable-background-networking',
    why: 'a call home would be billed as traffic of the page',
    link: 'https://peter.sh/experiments/chromium-command-line-switches/#disable-background-networking',
  },
];

/** The switches for an egress proxy on this port of 127.0.0.1. */
export const egressSwitches = (proxyPort: number): string[] =>
  all.map(({ name, value }) => {
    if (value === undefined) return name;
    return `${name}=${typeof value === 'string' ? value : value(proxyPort)}`;
  });
