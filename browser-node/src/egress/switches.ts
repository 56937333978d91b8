interface Switch {
  name: string;
  value?: string | ((proxyPort: number) => string);
  why: string;
  link?: string;
}

/**
 * Keep every byte of a browser inside the egress proxy. Without `--disable-features`: Chromium uses only the last one,
 * and `browser/process/switches.ts` has it.
 */
const all: readonly Switch[] = [
  {
    name: '--proxy-server',
    value: (proxyPort) => `http://127.0.0.1:${proxyPort}`,
    why: 'all schemes go through the guard, none directly: there is no DIRECT to fall back to',
    link: 'https://chromium.googlesource.com/chromium/src/+/main/net/docs/proxy.md',
  },
  {
    name: '--proxy-bypass-list',
    value: '<-loopback>',
    why: 'without it localhost, 127/8, ::1 and link-local addresses go past any proxy',
    link: 'https://chromium.googlesource.com/chromium/src/+/main/net/docs/proxy.md#overriding-the-implicit-bypass-rules',
  },
  {
    name: '--host-resolver-rules',
    value: 'MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    why: 'the browser resolves nothing itself, neither for prefetch nor for WebRTC; only the proxy has to be found',
    link: 'https://www.chromium.org/developers/design-documents/network-stack/socks-proxy/',
  },
  {
    name: '--dns-prefetch-disable',
    why: 'a second lock on the same door, in full browsers',
    link: 'https://www.chromium.org/developers/design-documents/dns-prefetching/',
  },
  {
    name: '--disable-quic',
    why: 'HTTP/3 and WebTransport are UDP, which no HTTP proxy carries',
    link: 'https://chromium.googlesource.com/chromium/src/+/main/net/docs/proxy.md#http-proxy-scheme',
  },
  {
    name: '--force-webrtc-ip-handling-policy',
    value: 'disable_non_proxied_udp',
    why: 'WebRTC sends UDP to any address a page names, and tells the page our own addresses',
    link: 'https://www.rfc-editor.org/rfc/rfc8828#section-5.2',
  },
  {
    name: '--webrtc-ip-handling-policy',
    value: 'disable_non_proxied_udp',
    why: 'the same to a full Chromium, which does not know the name above; headless shell does not know this one',
    link: 'https://www.rfc-editor.org/rfc/rfc8828#section-5.2',
  },
  {
    name: '--disable-background-networking',
    why: 'nothing but the page speaks: a call home would be counted and billed as its traffic',
    link: 'https://peter.sh/experiments/chromium-command-line-switches/#disable-background-networking',
  },
];

/** The switches for an egress proxy on this port of 127.0.0.1. */
export const egressSwitches = (proxyPort: number): string[] =>
  all.map(({ name, value }) => {
    if (value === undefined) return name;
    return `${name}=${typeof value === 'string' ? value : value(proxyPort)}`;
  });
