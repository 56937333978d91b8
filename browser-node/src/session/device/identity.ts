import type { Protocol } from 'devtools-protocol';

/** What a session's browser reports about itself to pages and servers. */
export interface Identity {
  /** `navigator.webdriver`. */
  automated: boolean;
  /** Includes languages and client hints. */
  userAgent: Protocol.Emulation.SetUserAgentOverrideRequest;
}

const greaseLetters = [' ', '(', ':', '-', '.', '/', ')', ';', '=', '?', '_'];
const greaseVersions = ['8', '99', '24'];

/**
 * The brands of a Chromium. It shuffles them by version so that sites do not rely on them.
 * https://source.chromium.org/chromium/chromium/src/+/main:components/embedder_support/user_agent_utils.cc
 */
export const brandsOf = (major: number, version: string, greasePoints: string) => {
  const letter = (at: number) => greaseLetters[at % greaseLetters.length] ?? '';
  const grease = {
    brand: `Not${letter(major)}A${letter(major + 1)}Brand`,
    version: `${greaseVersions[major % greaseVersions.length]}${greasePoints}`,
  };
  const chromium = { brand: 'Chromium', version };
  return major % 2 === 0 ? [grease, chromium] : [chromium, grease];
};

const architectures: Partial<Record<NodeJS.Architecture, string>> = { x64: 'x86', arm64: 'arm' };

/** Chromium's user agent on every Linux machine. It gives only the first number of the version. */
const userAgentOf = (product: string, major: number) =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ${product}/${major}.0.0.0 Safari/537.36`;

/** `navigator.platform` for each kind of device. */
const platforms: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Linux armv81'],
  [/Macintosh/, 'MacIntel'],
  [/Windows/, 'Win32'],
  [/Linux/, 'Linux x86_64'],
];

/** The client hints of Chromium on Android. Other mobile browsers have none. */
const androidHints = (userAgent: string): Protocol.Emulation.UserAgentMetadata | undefined => {
  const [, version = '', platformVersion = '', model = '', chromium] =
    /^(?=.*Chrome\/([\d.]+)).*Android ([\d.]+); ([^;)]+)\)(.*)/.exec(userAgent) ?? [];
  if (chromium === undefined) return undefined;
  const major = Number.parseInt(version, 10);
  const hints = { platform: 'Android', platformVersion, architecture: '', bitness: '', model, wow64: false };
  const mobile = /Mobile/.test(chromium);
  return {
    brands: brandsOf(major, String(major), ''),
    fullVersionList: brandsOf(major, version, '.0.0.0'),
    fullVersion: version,
    ...hints,
    mobile,
    formFactors: [mobile ? 'Mobile' : 'Tablet'],
  };
};

/** The identity of a device with this user agent, in the languages of the real browser. */
export const deviceIdentity = (userAgent: string, { acceptLanguage }: Identity['userAgent']): Identity['userAgent'] => {
  const platform = platforms.find(([pattern]) => pattern.test(userAgent))?.[1];
  const userAgentMetadata = androidHints(userAgent);
  return {
    userAgent,
    ...(acceptLanguage && { acceptLanguage }),
    ...(platform && { platform }),
    ...(userAgentMetadata && { userAgentMetadata }),
  };
};

const identityOf = (product: string, version: string): Protocol.Emulation.SetUserAgentOverrideRequest => {
  const major = Number.parseInt(version, 10);
  return {
    userAgent: userAgentOf(product, major),
    acceptLanguage: 'en-US,en',
    userAgentMetadata: {
      brands: brandsOf(major, String(major), ''),
      fullVersionList: brandsOf(major, version, '.0.0.0'),
      fullVersion: version,
      platform: 'Linux',
      platformVersion: '',
      architecture: architectures[process.arch] ?? '',
      bitness: '64',
      model: '',
      mobile: false,
      wow64: false,
      formFactors: ['Desktop'],
    },
  };
};

/** The user agent at the start of the browser. Shared and service workers keep it, so it must not reveal automation. */
export const startUserAgent = (version: string): string => userAgentOf('Chrome', Number.parseInt(version, 10));

/** Reports automation and no window. `version`: `156.0.8078.79`. */
export const automatedIdentity = (version: string): Identity => ({
  automated: true,
  userAgent: identityOf('HeadlessChrome', version),
});

/**
 * The same browser as an English speaker runs it on a desktop, without signs of automation or a missing window. All
 * else it reports is true.
 */
export const desktopIdentity = (version: string): Identity => ({
  automated: false,
  userAgent: identityOf('Chrome', version),
});
