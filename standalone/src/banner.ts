import { type SeededAccount, signV1 } from '@tintype/api';

export interface BannerFacts {
  url: string;
  privateUrl: string;
  account: SeededAccount;
  /** The file with the secret; undefined if TINTYPE_ACCOUNT gave the account. */
  accountFile: string | undefined;
  examplePage: string;
  dataFolder: string;
  noSessions?: string | undefined;
  missingFonts?: string | undefined;
}

/** `encodeURIComponent` leaves `'` and `~`. Some clients rewrite them, which breaks the signature. */
const encode = (text: string) => encodeURIComponent(text).replaceAll("'", '%27').replaceAll('~', '%7E');

export const signedImageUrl = (base: string, { apiKey, secret }: SeededAccount, page: string): string => {
  const query = `url=${encode(page)}`;
  return `${base.replace(/\/$/, '')}/${apiKey}/${signV1(secret, query)}/image?${query}`;
};

export const banner = (facts: BannerFacts, bold: (text: string) => string): string => {
  const { url, privateUrl, account, accountFile, examplePage, dataFolder, noSessions, missingFonts } = facts;
  const secret = accountFile ? [`  secret     ${account.secret}`, `             (kept in ${accountFile})`] : [];
  return [
    '',
    bold(`Tintype is ready at ${url}`),
    '',
    `  user id    ${account.id}`,
    `  API key    ${account.apiKey}`,
    ...(accountFile ? secret : ['  secret     as given in TINTYPE_ACCOUNT']),
    `  data       ${dataFolder}`,
    `  health     ${privateUrl}/readyz`,
    ...(noSessions ? [`  sessions   none. ${noSessions}`] : []),
    ...(missingFonts ? [`  fonts      ${missingFonts}`] : []),
    '',
    '  A picture of the bundled page (needs no internet):',
    `  ${bold(signedImageUrl(url, account, examplePage))}`,
    '',
    '  A picture of a page on the internet:',
    `  ${bold(signedImageUrl(url, account, 'https://example.com/'))}`,
    '',
    '  Ctrl-C drains and stops everything.',
    '',
  ].join('\n');
};
