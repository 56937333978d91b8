import type { Protocol } from 'devtools-protocol';

/** What a session's browser reports about itself to pages and servers. */
export interface Identity {
  automated: boolean;
  /** Includes languages and client hints. */
  userAgent: Protocol.Emulation.SetUserAgentOverrideRequest;
}

const greaseLetters = [' ', '(', ':', '-', '.', '/', ')', ';', '=', '?', '_'];
const greaseVersions = ['8', '99', '24'];

/**
 * Chromium's brands, which it shuffles by version:
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

/** The same user agent on every Linux machine, with only the first number of the version. */
const userAgentOf = (product: string, major: number) =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ${product}/${major}.0.0.0 Safari/537.36`;

const platforms: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Linux armv81'],
  [/Macintosh/, 'MacIntel'],
  [/Windows/, 'Win32'],
  [/Linux/, 'Linux x86_64'],
];

/** Other mobile browsers send no client hints. */
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

/** The browser's user agent at its start. Shared and service workers keep it, so it must not reveal automation. */
export const startUserAgent = (version: string): string => userAgentOf('Chrome', Number.parseInt(version, 10));

/** Reports automation. `version`: `156.0.8078.79`. */
export const automatedIdentity = (version: string): Identity => ({
  automated: true,
  userAgent: identityOf('HeadlessChrome', version),
});

/** A desktop browser of an English speaker, without signs of automation. All else it reports is true. */
export const desktopIdentity = (version: string): Identity => ({
  automated: false,
  userAgent: identityOf('Chrome', version),
});
