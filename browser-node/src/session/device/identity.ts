import type { Protocol } from 'devtools-protocol';

/** Who a session's browser says that it is, to pages and servers alike. */
export interface Identity {
  /** `navigator.webdriver`. */
  automated: boolean;
  /** With its languages and client hints. */
  userAgent: Protocol.Emulation.SetUserAgentOverrideRequest;
}

const greaseLetters = [' ', '(', ':', '-', '.', '/', ')', ';', '=', '?', '_'];
const greaseVersions = ['8', '99', '24'];

/**
 * The brands of a Chromium, which it shuffles by its version so that nobody relies on them.
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

/** As Chromium writes it on Linux, whatever the machine: of the version, only the first number is told. */
const userAgentOf = (product: string, major: number) =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ${product}/${major}.0.0.0 Safari/537.36`;

/** `navigator.platform`, as browsers of such a device say it. */
const platforms: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Linux armv81'],
  [/Macintosh/, 'MacIntel'],
  [/Windows/, 'Win32'],
  [/Linux/, 'Linux x86_64'],
];

/** The client hints of a Chromium on Android; other browsers have none. */
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

/** What a device with this user agent says of itself, in the languages of the browser that plays it. */
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

/**
 * The user agent that a browser is started with. Shared and service workers have this one whatever they are told, and so
 * it must be the one that gives nothing away.
 */
export const startUserAgent = (version: string): string => userAgentOf('Chrome', Number.parseInt(version, 10));

/** A browser that says that it is automated, and without a window. `version`: `156.0.8078.79`. */
export const automatedIdentity = (version: string): Identity => ({
  automated: true,
  userAgent: identityOf('HeadlessChrome', version),
});

/**
 * The same browser as a person has it on a desk, who speaks English: it says nothing of a missing window or of automation.
 * Whatever it says else is true of it.
 */
export const desktopIdentity = (version: string): Identity => ({
  automated: false,
  userAgent: identityOf('Chrome', version),
});
