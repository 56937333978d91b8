// Made by `make generate` (scripts/clients/cli.mjs); not to be edited.

/** What the service checks of a value. */
export interface OptionValue {
  type: 'boolean' | 'enum' | 'integer' | 'number' | 'length' | 'list' | 'base64' | 'json' | 'string';
  min?: number;
  above?: number;
  max?: number;
  values?: readonly string[];
  maxLength?: number;
}

export interface OptionRow {
  name: string;
  endpoints: readonly string[];
  takes: string;
  value: OptionValue;
  /** How a query carries the value: text in base64url, or JSON in it. */
  carried?: 'base64' | 'json';
  standard?: string;
  description: string;
}

export const optionRows: readonly OptionRow[] = [
  {"name":"preset","endpoints":["image","pdf","content","metadata","animated"],"takes":"text, up to 100 characters","value":{"type":"string","maxLength":100},"description":"Name of one of the account's presets: a stored set of options, under those of the query."},
  {"name":"httpAuth","endpoints":["image","pdf","content","metadata","animated"],"takes":"text, or @file","value":{"type":"base64"},"carried":"base64","description":"Basic authentication for the page: user:password."},
  {"name":"userAgent","endpoints":["image","pdf","content","metadata","animated"],"takes":"text, or @file","value":{"type":"base64"},"carried":"base64","description":"User agent to send."},
  {"name":"waitFor","endpoints":["image","pdf","content","metadata","animated"],"takes":"text","value":{"type":"string","maxLength":1000},"description":"CSS selector to wait for. After 30 s the page is captured without it."},
  {"name":"waitForId","endpoints":["image","pdf","content","metadata","animated"],"takes":"text","value":{"type":"string","maxLength":1000},"description":"Id of an element to wait for, as with `waitFor`."},
  {"name":"stealth","endpoints":["image","pdf","content","metadata","animated"],"takes":"true | false","value":{"type":"boolean"},"standard":"false","description":"Render in a full browser that hides the traces of automation."},
  {"name":"bypassBotDetection","endpoints":["image","pdf","content","metadata","animated"],"takes":"true | false","value":{"type":"boolean"},"standard":"false","description":"As `stealth`, and wait until the check of a site has let the browser through."},
  {"name":"timestamp","endpoints":["image","pdf","content","metadata","animated"],"takes":"text","value":{"type":"string","maxLength":65536},"description":"Any value; only a part of the cache key."},
  {"name":"fresh","endpoints":["image","pdf","content","metadata","animated"],"takes":"true | false","value":{"type":"boolean"},"standard":"false","description":"Ignore the cached result; render the page again and store the new result."},
  {"name":"blockAds","endpoints":["image","pdf","content","metadata","animated"],"takes":"true | false","value":{"type":"boolean"},"standard":"false","description":"Block advertisements and trackers."},
  {"name":"blockCookieBanners","endpoints":["image","pdf","content","metadata","animated"],"takes":"true | false","value":{"type":"boolean"},"standard":"false","description":"Dismiss cookie banners."},
  {"name":"darkMode","endpoints":["image","pdf","content","metadata","animated"],"takes":"true | false","value":{"type":"boolean"},"standard":"false","description":"Render with `prefers-color-scheme: dark`. In pictures and recordings, parts that stay light get dark colours, and texts readable ones."},
  {"name":"vw","endpoints":["image","pdf","content","metadata","animated"],"takes":"whole number, 1–5000","value":{"type":"integer","min":1,"max":5000},"description":"Viewport width in CSS pixels (1440)."},
  {"name":"vh","endpoints":["image","pdf","content","metadata","animated"],"takes":"whole number, 1–5000","value":{"type":"integer","min":1,"max":5000},"description":"Viewport height in CSS pixels (900)."},
  {"name":"scaleFactor","endpoints":["image","pdf","content","metadata","animated"],"takes":"number above 0, up to 3","value":{"type":"number","above":0,"max":3},"description":"Device pixel ratio (1)."},
  {"name":"emulateDevice","endpoints":["image","pdf","content","metadata","animated"],"takes":"text","value":{"type":"string","maxLength":65536},"description":"Key from the device list; an unknown key is ignored."},
  {"name":"css","endpoints":["image","pdf","content","metadata","animated"],"takes":"text, or @file","value":{"type":"base64"},"carried":"base64","description":"Styles to add to the loaded page. `@import` has no effect."},
  {"name":"js","endpoints":["image","pdf","content","metadata","animated"],"takes":"text, or @file","value":{"type":"base64"},"carried":"base64","description":"A script to run in the loaded page; it may use `await`. Its error is a warning."},
  {"name":"hide","endpoints":["image","pdf","content","metadata","animated"],"takes":"texts with commas","value":{"type":"list"},"description":"CSS selectors of elements to hide, separated by commas. Hidden elements keep their place; those after `remove:` do not."},
  {"name":"click","endpoints":["image","pdf","content","metadata","animated"],"takes":"texts with commas","value":{"type":"list"},"description":"CSS selectors of elements to click in this order, separated by commas. Each element is waited for 5 s; a missing one is a warning."},
  {"name":"timezone","endpoints":["image","pdf","content","metadata","animated"],"takes":"text, up to 64 characters","value":{"type":"string","maxLength":64},"description":"IANA time zone of the page, such as Europe/Berlin."},
  {"name":"locale","endpoints":["image","pdf","content","metadata","animated"],"takes":"text, up to 64 characters","value":{"type":"string","maxLength":64},"description":"BCP 47 language of the page, such as de-DE: for `Accept-Language`, scripts and the choice of fonts."},
  {"name":"geolocation","endpoints":["image","pdf","content","metadata","animated"],"takes":"numbers with commas","value":{"type":"list"},"description":"`latitude,longitude` or `latitude,longitude,accuracy` in metres; grants the permission."},
  {"name":"media","endpoints":["image","pdf","content","metadata","animated"],"takes":"screen | print","value":{"type":"enum","values":["screen","print"]},"description":"CSS media type. By default print for the endpoint pdf, screen for the others."},
  {"name":"reducedMotion","endpoints":["image","pdf","content","metadata","animated"],"takes":"true | false","value":{"type":"boolean"},"standard":"false","description":"Render with `prefers-reduced-motion: reduce`."},
  {"name":"javascript","endpoints":["image","pdf","content","metadata","animated"],"takes":"true | false","value":{"type":"boolean"},"standard":"true","description":"false runs none of the page's scripts."},
  {"name":"waitUntil","endpoints":["image","pdf","content","metadata","animated"],"takes":"load | domcontentloaded | networkidle","value":{"type":"enum","values":["load","domcontentloaded","networkidle"]},"standard":"load","description":"When the page counts as loaded. `networkidle`: half a second without requests; streams and polls do not count. `domcontentloaded` waits for no picture and font."},
  {"name":"waitForText","endpoints":["image","pdf","content","metadata","animated"],"takes":"text, up to 500 characters","value":{"type":"string","maxLength":500},"description":"Text that has to appear. After 30 s the page is captured without it."},
  {"name":"timeout","endpoints":["image","pdf","content","metadata","animated"],"takes":"number above 0, up to 300","value":{"type":"number","above":0,"max":300},"description":"Seconds after which what is there is captured, with a warning."},
  {"name":"block","endpoints":["image","pdf","content","metadata","animated"],"takes":"texts with commas","value":{"type":"list"},"description":"Requests that are not sent: types such as `image,font,media`, and URL patterns with `*`, separated by commas."},
  {"name":"failOn","endpoints":["image","pdf","content","metadata","animated"],"takes":"texts with commas","value":{"type":"list"},"description":"Makes the request fail with `page_failed` for these faults. `status`: the page answers 400 or more. `console`: it logs an error. `request`: one of its requests fails. `selector`: a selector matches nothing."},
  {"name":"headers","endpoints":["image","pdf","content","metadata","animated"],"takes":"JSON, or @file","value":{"type":"json"},"carried":"json","description":"Request headers for the page's own origin. Other sites do not get them."},
  {"name":"cookies","endpoints":["image","pdf","content","metadata","animated"],"takes":"JSON, or @file","value":{"type":"json"},"carried":"json","description":"Cookies to set before the page loads. Each has name and value, optionally domain, path, secure, httpOnly, sameSite and expires."},
  {"name":"delay","endpoints":["image","pdf","content","metadata"],"takes":"number, 0–60","value":{"type":"number","min":0,"max":60},"standard":"0","description":"Seconds to wait after the page has loaded."},
  {"name":"fileName","endpoints":["image","pdf","animated"],"takes":"text, up to 200 characters","value":{"type":"string","maxLength":200},"description":"Download name without extension; derived from the URL by default. Also the name of the stored object, where slashes make folders."},
  {"name":"s3Acl","endpoints":["image","pdf","animated"],"takes":"private | public-read | public-read-write | authenticated-read | aws-exec-read | bucket-owner-read | bucket-owner-full-control","value":{"type":"enum","values":["private","public-read","public-read-write","authenticated-read","aws-exec-read","bucket-owner-read","bucket-owner-full-control"]},"standard":"private","description":"Access of the object in the account's storage."},
  {"name":"s3Redirect","endpoints":["image","pdf","animated"],"takes":"true | false","value":{"type":"boolean"},"standard":"false","description":"Answer 302 to the object in the account's storage."},
  {"name":"skipUpload","endpoints":["image","pdf","animated"],"takes":"true | false","value":{"type":"boolean"},"standard":"false","description":"Do not upload to the account's storage."},
  {"name":"top","endpoints":["image"],"takes":"number, 0–200000","value":{"type":"number","min":0,"max":200000},"description":"Top of the clip in CSS pixels from the top of the document; 0 if another side is set. Without any side, the picture shows the viewport at the page's scroll position."},
  {"name":"left","endpoints":["image"],"takes":"number, 0–200000","value":{"type":"number","min":0,"max":200000},"description":"Left of the clip in CSS pixels, from the left of the document (0)."},
  {"name":"width","endpoints":["image"],"takes":"number, 1–200000","value":{"type":"number","min":1,"max":200000},"description":"Width of the clip; by default that of the viewport."},
  {"name":"height","endpoints":["image"],"takes":"number, 1–200000","value":{"type":"number","min":1,"max":200000},"description":"Height of the clip; by default that of the viewport."},
  {"name":"full","endpoints":["image"],"takes":"true | false","value":{"type":"boolean"},"standard":"false","description":"Capture the full page; overrides the height of the clip."},
  {"name":"selector","endpoints":["image","pdf","content","metadata"],"takes":"text","value":{"type":"string","maxLength":1000},"description":"CSS selector of the element to capture."},
  {"name":"selectorId","endpoints":["image","pdf","content","metadata"],"takes":"text","value":{"type":"string","maxLength":1000},"description":"Id of the element to capture."},
  {"name":"transparent","endpoints":["image"],"takes":"true | false","value":{"type":"boolean"},"standard":"false","description":"Transparent background (png, webp and avif)."},
  {"name":"type","endpoints":["image"],"takes":"png | jpeg | webp | avif","value":{"type":"enum","values":["png","jpeg","webp","avif"]},"standard":"png","description":"Picture format; avif where sharp is installed."},
  {"name":"quality","endpoints":["image"],"takes":"whole number, 1–100","value":{"type":"integer","min":1,"max":100},"description":"Quality of jpeg, webp and avif (80)."},
  {"name":"bestFormat","endpoints":["image"],"takes":"true | false","value":{"type":"boolean"},"standard":"false","description":"webp if the Accept header allows it, else png."},
  {"name":"resizeWidth","endpoints":["image"],"takes":"whole number, 1–200000","value":{"type":"integer","min":1,"max":200000},"description":"Width to resize to, in pixels; alone, it keeps the proportions."},
  {"name":"resizeHeight","endpoints":["image"],"takes":"whole number, 1–200000","value":{"type":"integer","min":1,"max":200000},"description":"Height to resize to, in pixels; alone, it keeps the proportions."},
  {"name":"format","endpoints":["pdf"],"takes":"Letter | Legal | Tabloid | Ledger | A0 | A1 | A2 | A3 | A4 | A5 | A6","value":{"type":"enum","values":["Letter","Legal","Tabloid","Ledger","A0","A1","A2","A3","A4","A5","A6"]},"standard":"A4","description":"Paper format."},
  {"name":"width","endpoints":["pdf"],"takes":"length, such as 10mm","value":{"type":"length"},"description":"Paper width, at least 0.5in; overrides `format`, together with `height`."},
  {"name":"height","endpoints":["pdf"],"takes":"length, such as 10mm","value":{"type":"length"},"description":"Paper height, at least 0.5in; overrides `format`, together with `width`."},
  {"name":"marginTop","endpoints":["pdf"],"takes":"length, such as 10mm","value":{"type":"length"},"description":"Top margin (0); all four margins or none."},
  {"name":"marginRight","endpoints":["pdf"],"takes":"length, such as 10mm","value":{"type":"length"},"description":"Right margin."},
  {"name":"marginBottom","endpoints":["pdf"],"takes":"length, such as 10mm","value":{"type":"length"},"description":"Bottom margin."},
  {"name":"marginLeft","endpoints":["pdf"],"takes":"length, such as 10mm","value":{"type":"length"},"description":"Left margin."},
  {"name":"scale","endpoints":["pdf"],"takes":"number, 0.1–2","value":{"type":"number","min":0.1,"max":2},"standard":"1","description":"Scale of the rendering."},
  {"name":"landscape","endpoints":["pdf"],"takes":"true | false","value":{"type":"boolean"},"standard":"false","description":"Turn the paper by 90 degrees."},
  {"name":"printBackground","endpoints":["pdf"],"takes":"true | false","value":{"type":"boolean"},"standard":"false","description":"Print the colours and pictures of backgrounds."},
  {"name":"header","endpoints":["pdf"],"takes":"text, or @file","value":{"type":"base64"},"carried":"base64","description":"HTML at the top of each page. Elements of class date, title, url, pageNumber and totalPages get that value."},
  {"name":"footer","endpoints":["pdf"],"takes":"text, or @file","value":{"type":"base64"},"carried":"base64","description":"The same at the bottom of each page."},
  {"name":"pageRanges","endpoints":["pdf"],"takes":"text","value":{"type":"string"},"description":"Pages to print, such as 1-3,5 or 2-; all by default."},
  {"name":"outline","endpoints":["pdf"],"takes":"true | false","value":{"type":"boolean"},"standard":"false","description":"Make bookmarks of the headings."},
  {"name":"tagged","endpoints":["pdf"],"takes":"true | false","value":{"type":"boolean"},"standard":"true","description":"Write the structure that screen readers use."},
  {"name":"singlePage","endpoints":["pdf"],"takes":"true | false","value":{"type":"boolean"},"standard":"false","description":"Print one page, as long as the document."},
  {"name":"preferCssPageSize","endpoints":["pdf"],"takes":"true | false","value":{"type":"boolean"},"standard":"false","description":"Let a size in `@page` win over the paper of the request."},
  {"name":"delay","endpoints":["animated"],"takes":"number, 0–25","value":{"type":"number","min":0,"max":25},"standard":"0","description":"Seconds to wait after the page has loaded."},
  {"name":"duration","endpoints":["animated"],"takes":"whole number, 1–30","value":{"type":"integer","min":1,"max":30},"standard":"5","description":"Seconds to record."},
  {"name":"hideScrollbars","endpoints":["animated"],"takes":"true | false","value":{"type":"boolean"},"standard":"true","description":"Record without scrollbars."},
  {"name":"type","endpoints":["animated"],"takes":"gif | mp4 | webm","value":{"type":"enum","values":["gif","mp4","webm"]},"standard":"gif","description":"File format; mp4 and webm where ffmpeg is installed."},
  {"name":"fps","endpoints":["animated"],"takes":"whole number, 1–50","value":{"type":"integer","min":1,"max":50},"standard":"20","description":"Pictures a second while the page moves."},
  {"name":"loop","endpoints":["animated"],"takes":"whole number, 0–1000","value":{"type":"integer","min":0,"max":1000},"standard":"0","description":"How often a GIF plays; 0: for ever."},
  {"name":"scroll","endpoints":["animated"],"takes":"true | false","value":{"type":"boolean"},"standard":"false","description":"Scroll smoothly through the page while it is recorded."},
];

/** The items of a batch. */
export const mostBatchItems = 1000;
