import type { Protocol } from 'devtools-protocol';

/** Includes languages and client hints. */
export type UserAgent = Protocol.Emulation.SetUserAgentOverrideRequest;

/** What a browser reports about itself to pages and servers. */
export interface Identity {
  automated: boolean;
  userAgent: UserAgent;
}

const greaseLetters = [' ', '(', ':', '-', '.', '/', ')', ';', '=', '?', '_'];
const greaseVersions = ['8', '99', '24'];

/**
 * The brands of Chromium's client hints. Their order and the invented brand (grease) depend on the major version:
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

type Hints = Protocol.Emulation.UserAgentMetadata;
type System = Pick<Hints, 'platform' | 'platformVersion' | 'model' | 'mobile'>;

/** User agents of Windows 11 and macOS 15 name older versions. Their client hints name these ones. */
const desktopSystems: readonly (readonly [RegExp, platform: string, platformVersion: string])[] = [
  [/Windows NT 10/, 'Windows', '15.0.0'],
  [/Macintosh/, 'macOS', '15.0.0'],
  [/X11; Linux/, 'Linux', ''],
];

const systemOf = (userAgent: string): System | undefined => {
  const [, platformVersion = '', model] = /Android ([\d.]+); ([^;)]+)/.exec(userAgent) ?? [];
  if (model !== undefined) return { platform: 'Android', platformVersion, model, mobile: /Mobile/.test(userAgent) };
  const [, platform, version = ''] = desktopSystems.find(([pattern]) => pattern.test(userAgent)) ?? [];
  return platform === undefined ? undefined : { platform, platformVersion: version, model: '', mobile: false };
};

/** Browsers such as Edge, whose hints would have to name their own brand. */
const foreignBrand = /\b(?:Edg\w*|OPR|SamsungBrowser|YaBrowser|Vivaldi)\//;

/** The client hints of a user agent. Undefined for browsers other than Chromium, and for `foreignBrand`. */
const hintsOf = (userAgent: string): Hints | undefined => {
  const [, version = ''] = /Chrome\/([\d.]+)/.exec(userAgent) ?? [];
  const system = systemOf(userAgent);
  if (version === '' || !system || foreignBrand.test(userAgent)) return undefined;
  const major = Number.parseInt(version, 10);
  const isAndroid = system.platform === 'Android';
  return {
    brands: brandsOf(major, String(major), ''),
    fullVersionList: brandsOf(major, version, '.0.0.0'),
    fullVersion: version,
    ...system,
    architecture: isAndroid ? '' : 'x86',
    bitness: isAndroid ? '' : '64',
    wow64: false,
    formFactors: [isAndroid ? (system.mobile ? 'Mobile' : 'Tablet') : 'Desktop'],
  };
};

export const deviceIdentity = (userAgent: string, { acceptLanguage }: UserAgent): UserAgent => {
  const platform = platforms.find(([pattern]) => pattern.test(userAgent))?.[1];
  const userAgentMetadata = hintsOf(userAgent);
  return {
    userAgent,
    ...(acceptLanguage && { acceptLanguage }),
    ...(platform && { platform }),
    ...(userAgentMetadata && { userAgentMetadata }),
  };
};

const identityOf = (product: string, version: string): UserAgent => {
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
