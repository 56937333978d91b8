import type { PageServer } from '../pages/pages.js';

/** Fields of the settings page, by name. */
export interface SettingsForm {
  url?: string;
  key?: string;
  secret?: string;
  presets?: string;
}

interface Place {
  /** Answers, and is no Tintype. */
  site: PageServer;
  /** Address of the service. */
  service: string;
  account: { key: string; secret: string };
}

/** What an administrator may enter, one after another, and what the page then shows. */
export const wrongSettings = ({ site, service, account }: Place): [SettingsForm, RegExp][] => [
  [{ url: '', key: '', secret: '' }, /Not connected\. Tintype is not set up\. Enter the address/],
  [{ url: 'ftp://shots.example.com' }, /The address of Tintype starts with http/],
  [{ url: 'http://shots.example.com/a b' }, /The address of Tintype has a space\. Remove it, or write %20/],
  [
    { url: 'http://127.0.0.1:9', ...account },
    /Not connected\. Nothing listens at http:\/\/127\.0\.0\.1:9\. Check the address/,
  ],
  [{ url: site.url(''), ...account }, /not that of a Tintype service: it answers with HTTP status 404/],
  [{ url: service, key: 'other', secret: account.secret }, /does not know this API key/],
  [{ key: account.key, secret: 'wrong' }, /The API secret is wrong: it does not belong to this API key/],
  [{ url: 'http://127.0.0.1:9' }, /the saved API secret was deleted/],
];

/** Shortcodes without a picture or with a note, and what people see who can edit. Only the preset `shop` is listed. */
export const wrongShortcodes = (site: PageServer): [shortcode: string, message: RegExp][] => {
  const page = site.url('/article');
  return [
    [`[tintype url="http://10.0.0.1/" alt="A private page"]`, /target_blocked/],
    [
      `[tintype url="${site.url('/a b')}" width="9000"]`,
      /url has a space: write %20 .* The attribute width takes a number of pixels from 1 to 5000, not "9000"/,
    ],
    [
      `[tintype url="${page.replace('http://', '')}" alt="Only http"]`,
      /target_tls.* Without a scheme, https is used: write http:\/\//,
    ],
    [
      `[tintype url="${page}" preset="shop" alt="No preset"]`,
      /^Tintype: The account has no such preset for pictures\. An administrator corrects the list/,
    ],
    ['[tintype url="javascript:alert(1)"]', /The attribute url takes an address such as https/],
    ['[tintype]', /The attribute url is missing/],
    ['[tintype url="https://example.com/" preset="login"]', /The preset "login" is not one for authors/],
    ['[tintype url="https://example.com/" full="<b>"]', /full takes true or false/],
    [`[tintype url="${page}" widht=9]`, /"widht" is no attribute, so it changes nothing.* url, width/],
    [`[tintype url="${page}" device=iphone_31]`, /`iphone_31` is unknown: `device` has no effect/],
    ['[tintype ulr="https://example.com/"]', /The attribute url is missing/],
  ];
};
