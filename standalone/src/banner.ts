import { type SeededAccount, signV1 } from '@tintype/api';

export interface BannerFacts {
  url: string;
  privateUrl: string;
  account: SeededAccount;
  /** The file with the secret; undefined if TINTYPE_ACCOUNT gave the account. */
  accountFile: string | undefined;
  /** Whether the secret was removed through the API, so that it signs no request. */
  isSecretRemoved: boolean;
  /** The URL of the bundled page. */
  examplePage: string;
  dataFolder: string;
  /** Why sessions are off, and what to do; undefined if they are on. */
  noSessions?: string | undefined;
  /** Which scripts lack fonts, and what to do; undefined if none does. */
  missingFonts?: string | undefined;
}

/** `encodeURIComponent` leaves `'` and `~`. Some clients rewrite them, which breaks the signature. */
const encode = (text: string) => encodeURIComponent(text).replaceAll("'", '%27').replaceAll('~', '%7E');

/** The signed URL of a picture of `page`, which is a URL too. */
export const signedImageUrl = (base: string, { apiKey, secret }: SeededAccount, page: string): string => {
  const query = `url=${encode(page)}`;
  return `${base.replace(/\/$/, '')}/${apiKey}/${signV1(secret, query)}/image?${query}`;
};

const secretLines = ({ account, accountFile, isSecretRemoved }: BannerFacts): string[] => {
  if (isSecretRemoved)
    return [
      '  secret     removed, so it signs no request. Put another one into',
      `             ${accountFile ?? 'TINTYPE_ACCOUNT'} (user_id:api_key:api_secret), and start again.`,
      '             It may be new, or another secret of the account.',
    ];
  if (!accountFile) return ['  secret     as given in TINTYPE_ACCOUNT'];
  return [`  secret     ${account.secret}`, `             (kept in ${accountFile})`];
};

const exampleLines = ({ url, account, examplePage }: BannerFacts, bold: (text: string) => string): string[] => [
  '  A picture of the bundled page (needs no internet):',
  `  ${bold(signedImageUrl(url, account, examplePage))}`,
  '',
  '  A picture of a page on the internet:',
  `  ${bold(signedImageUrl(url, account, 'https://example.com/'))}`,
  '',
];

/** What `make run` prints once it is ready, as lines. */
export const banner = (facts: BannerFacts, bold: (text: string) => string): string => {
  const { url, privateUrl, account, dataFolder, isSecretRemoved, noSessions, missingFonts } = facts;
  return [
    '',
    bold(`Tintype is ready at ${url}`),
    '',
    `  user id    ${account.id}`,
    `  API key    ${account.apiKey}`,
    ...secretLines(facts),
    `  data       ${dataFolder}`,
    `  console    ${url.replace(/\/$/, '')}/console (sign in with API key and secret)`,
    `  health     ${privateUrl}/readyz`,
    ...(noSessions ? [`  sessions   none. ${noSessions}`] : []),
    ...(missingFonts ? [`  fonts      ${missingFonts}`] : []),
    '',
    ...(isSecretRemoved ? [] : exampleLines(facts, bold)),
    '  Ctrl-C drains and stops everything.',
    '',
  ].join('\n');
};
