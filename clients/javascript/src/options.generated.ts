// Made by `make generate` (scripts/clients/javascript.mjs); not to be edited.

export interface Cookie {
  name: string;
  value: string;
  domain?: string;
  path?: string;
  secure?: boolean;
  httpOnly?: boolean;
  sameSite?: 'Strict' | 'Lax' | 'None';
  /** Unix seconds. */
  expires?: number;
}

/** Options of every endpoint. */
export interface SharedOptions {
  /** Name of one of the account's presets: a stored set of options, under those of the query. */
  preset?: string | null | undefined;
  /** Basic authentication for the page: user:password. */
  httpAuth?: string | null | undefined;
  /** User agent to send. */
  userAgent?: string | null | undefined;
  /** CSS selector to wait for. After 30 s the page is captured without it. */
  waitFor?: string | null | undefined;
  /** Id of an element to wait for, as with `waitFor`. */
  waitForId?: string | null | undefined;
  /** Render in a full browser that hides the traces of automation. Default: false. */
  stealth?: boolean | null | undefined;
  /** As `stealth`, and wait until the check of a site has let the browser through. Default: false. */
  bypassBotDetection?: boolean | null | undefined;
  /** Any value; only a part of the cache key. */
  timestamp?: string | null | undefined;
  /** Ignore the cached result; render the page again and store the new result. Default: false. */
  fresh?: boolean | null | undefined;
  /** Block advertisements and trackers. Default: false. */
  blockAds?: boolean | null | undefined;
  /** Dismiss cookie banners. Default: false. */
  blockCookieBanners?: boolean | null | undefined;
  /** Render with `prefers-color-scheme: dark`. In pictures and recordings, parts that stay light get dark colours, and texts readable ones. Default: false. */
  darkMode?: boolean | null | undefined;
  /** Viewport width in CSS pixels (1440). */
  vw?: number | null | undefined;
  /** Viewport height in CSS pixels (900). */
  vh?: number | null | undefined;
  /** Device pixel ratio (1). */
  scaleFactor?: number | null | undefined;
  /** Key from the device list; an unknown key is ignored. */
  emulateDevice?: string | null | undefined;
  /** Styles to add to the loaded page. `@import` has no effect. */
  css?: string | null | undefined;
  /** A script to run in the loaded page; it may use `await`. Its error is a warning. */
  js?: string | null | undefined;
  /** CSS selectors of elements to hide, separated by commas. Hidden elements keep their place; those after `remove:` do not. */
  hide?: string | readonly string[] | null | undefined;
  /** CSS selectors of elements to click in this order, separated by commas. Each element is waited for 5 s; a missing one is a warning. */
  click?: string | readonly string[] | null | undefined;
  /** IANA time zone of the page, such as Europe/Berlin. */
  timezone?: string | null | undefined;
  /** BCP 47 language of the page, such as de-DE: for `Accept-Language`, scripts and the choice of fonts. */
  locale?: string | null | undefined;
  /** `latitude,longitude` or `latitude,longitude,accuracy` in metres; grants the permission. */
  geolocation?: string | readonly number[] | null | undefined;
  /** CSS media type. By default print for the endpoint pdf, screen for the others. */
  media?: 'screen' | 'print' | null | undefined;
  /** Render with `prefers-reduced-motion: reduce`. Default: false. */
  reducedMotion?: boolean | null | undefined;
  /** false runs none of the page's scripts. Default: true. */
  javascript?: boolean | null | undefined;
  /** When the page counts as loaded. `networkidle`: half a second without requests; streams and polls do not count. `domcontentloaded` waits for no picture and font. Default: load. */
  waitUntil?: 'load' | 'domcontentloaded' | 'networkidle' | null | undefined;
  /** Text that has to appear. After 30 s the page is captured without it. */
  waitForText?: string | null | undefined;
  /** Seconds after which what is there is captured, with a warning. */
  timeout?: number | null | undefined;
  /** Requests that are not sent: types such as `image,font,media`, and URL patterns with `*`, separated by commas. */
  block?: string | readonly string[] | null | undefined;
  /** Makes the request fail with `page_failed` for these faults. `status`: the page answers 400 or more. `console`: it logs an error. `request`: one of its requests fails. `selector`: a selector matches nothing. */
  failOn?: string | readonly string[] | null | undefined;
  /** Request headers for the page's own origin. Other sites do not get them. */
  headers?: string | Readonly<Record<string, string>> | null | undefined;
  /** Cookies to set before the page loads. Each has name and value, optionally domain, path, secure, httpOnly, sameSite and expires. */
  cookies?: string | readonly Cookie[] | null | undefined;
}

export interface ImageOptions extends SharedOptions {
  /** Seconds to wait after the page has loaded. Default: 0. */
  delay?: number | null | undefined;
  /** Download name without extension; derived from the URL by default. Also the name of the stored object, where slashes make folders. */
  fileName?: string | null | undefined;
  /** Access of the object in the account's storage. Default: private. */
  s3Acl?: 'private' | 'public-read' | 'public-read-write' | 'authenticated-read' | 'aws-exec-read' | 'bucket-owner-read' | 'bucket-owner-full-control' | null | undefined;
  /** Answer 302 to the object in the account's storage. Default: false. */
  s3Redirect?: boolean | null | undefined;
  /** Do not upload to the account's storage. Default: false. */
  skipUpload?: boolean | null | undefined;
  /** Top of the clip in CSS pixels from the top of the document; 0 if another side is set. Without any side, the picture shows the viewport at the page's scroll position. */
  top?: number | null | undefined;
  /** Left of the clip in CSS pixels, from the left of the document (0). */
  left?: number | null | undefined;
  /** Width of the clip; by default that of the viewport. */
  width?: number | null | undefined;
  /** Height of the clip; by default that of the viewport. */
  height?: number | null | undefined;
  /** Capture the full page; overrides the height of the clip. Default: false. */
  full?: boolean | null | undefined;
  /** CSS selector of the element to capture. */
  selector?: string | null | undefined;
  /** Id of the element to capture. */
  selectorId?: string | null | undefined;
  /** Transparent background (png, webp and avif). Default: false. */
  transparent?: boolean | null | undefined;
  /** Picture format; avif where sharp is installed. Default: png. */
  type?: 'png' | 'jpeg' | 'webp' | 'avif' | null | undefined;
  /** Quality of jpeg, webp and avif (80). */
  quality?: number | null | undefined;
  /** webp if the Accept header allows it, else png. Default: false. */
  bestFormat?: boolean | null | undefined;
  /** Width to resize to, in pixels; alone, it keeps the proportions. */
  resizeWidth?: number | null | undefined;
  /** Height to resize to, in pixels; alone, it keeps the proportions. */
  resizeHeight?: number | null | undefined;
}

export interface PdfOptions extends SharedOptions {
  /** Seconds to wait after the page has loaded. Default: 0. */
  delay?: number | null | undefined;
  /** Download name without extension; derived from the URL by default. Also the name of the stored object, where slashes make folders. */
  fileName?: string | null | undefined;
  /** Access of the object in the account's storage. Default: private. */
  s3Acl?: 'private' | 'public-read' | 'public-read-write' | 'authenticated-read' | 'aws-exec-read' | 'bucket-owner-read' | 'bucket-owner-full-control' | null | undefined;
  /** Answer 302 to the object in the account's storage. Default: false. */
  s3Redirect?: boolean | null | undefined;
  /** Do not upload to the account's storage. Default: false. */
  skipUpload?: boolean | null | undefined;
  /** CSS selector of the element to capture. */
  selector?: string | null | undefined;
  /** Id of the element to capture. */
  selectorId?: string | null | undefined;
  /** Paper format. Default: A4. */
  format?: 'Letter' | 'Legal' | 'Tabloid' | 'Ledger' | 'A0' | 'A1' | 'A2' | 'A3' | 'A4' | 'A5' | 'A6' | null | undefined;
  /** Paper width, at least 0.5in; overrides `format`, together with `height`. */
  width?: string | number | null | undefined;
  /** Paper height, at least 0.5in; overrides `format`, together with `width`. */
  height?: string | number | null | undefined;
  /** Top margin (0); all four margins or none. */
  marginTop?: string | number | null | undefined;
  /** Right margin. */
  marginRight?: string | number | null | undefined;
  /** Bottom margin. */
  marginBottom?: string | number | null | undefined;
  /** Left margin. */
  marginLeft?: string | number | null | undefined;
  /** Scale of the rendering. Default: 1. */
  scale?: number | null | undefined;
  /** Turn the paper by 90 degrees. Default: false. */
  landscape?: boolean | null | undefined;
  /** Print the colours and pictures of backgrounds. Default: false. */
  printBackground?: boolean | null | undefined;
  /** HTML at the top of each page. Elements of class date, title, url, pageNumber and totalPages get that value. */
  header?: string | null | undefined;
  /** The same at the bottom of each page. */
  footer?: string | null | undefined;
  /** Pages to print, such as 1-3,5 or 2-; all by default. */
  pageRanges?: string | null | undefined;
  /** Make bookmarks of the headings. Default: false. */
  outline?: boolean | null | undefined;
  /** Write the structure that screen readers use. Default: true. */
  tagged?: boolean | null | undefined;
  /** Print one page, as long as the document. Default: false. */
  singlePage?: boolean | null | undefined;
  /** Let a size in `@page` win over the paper of the request. Default: false. */
  preferCssPageSize?: boolean | null | undefined;
}

export interface ContentOptions extends SharedOptions {
  /** Seconds to wait after the page has loaded. Default: 0. */
  delay?: number | null | undefined;
  /** CSS selector of the element to capture. */
  selector?: string | null | undefined;
  /** Id of the element to capture. */
  selectorId?: string | null | undefined;
}

export interface MetadataOptions extends SharedOptions {
  /** Seconds to wait after the page has loaded. Default: 0. */
  delay?: number | null | undefined;
  /** CSS selector of the element to capture. */
  selector?: string | null | undefined;
  /** Id of the element to capture. */
  selectorId?: string | null | undefined;
}

export interface AnimatedOptions extends SharedOptions {
  /** Download name without extension; derived from the URL by default. Also the name of the stored object, where slashes make folders. */
  fileName?: string | null | undefined;
  /** Access of the object in the account's storage. Default: private. */
  s3Acl?: 'private' | 'public-read' | 'public-read-write' | 'authenticated-read' | 'aws-exec-read' | 'bucket-owner-read' | 'bucket-owner-full-control' | null | undefined;
  /** Answer 302 to the object in the account's storage. Default: false. */
  s3Redirect?: boolean | null | undefined;
  /** Do not upload to the account's storage. Default: false. */
  skipUpload?: boolean | null | undefined;
  /** Seconds to wait after the page has loaded. Default: 0. */
  delay?: number | null | undefined;
  /** Seconds to record. Default: 5. */
  duration?: number | null | undefined;
  /** Record without scrollbars. Default: true. */
  hideScrollbars?: boolean | null | undefined;
  /** File format; mp4 and webm where ffmpeg is installed. Default: gif. */
  type?: 'gif' | 'mp4' | 'webm' | null | undefined;
  /** Pictures a second while the page moves. Default: 20. */
  fps?: number | null | undefined;
  /** How often a GIF plays; 0: for ever. Default: 0. */
  loop?: number | null | undefined;
  /** Scroll smoothly through the page while it is recorded. Default: false. */
  scroll?: boolean | null | undefined;
}

export interface EndpointOptions {
  image: ImageOptions;
  pdf: PdfOptions;
  content: ContentOptions;
  metadata: MetadataOptions;
  animated: AnimatedOptions;
}

export type Endpoint = keyof EndpointOptions;

export const endpoints: readonly Endpoint[] = ['image', 'pdf', 'content', 'metadata', 'animated'];

const namesByEndpoint: Readonly<Record<Endpoint, readonly string[]>> = {
  image: ['preset', 'httpAuth', 'userAgent', 'waitFor', 'waitForId', 'stealth', 'bypassBotDetection', 'timestamp', 'fresh', 'blockAds', 'blockCookieBanners', 'darkMode', 'vw', 'vh', 'scaleFactor', 'emulateDevice', 'css', 'js', 'hide', 'click', 'timezone', 'locale', 'geolocation', 'media', 'reducedMotion', 'javascript', 'waitUntil', 'waitForText', 'timeout', 'block', 'failOn', 'headers', 'cookies', 'delay', 'fileName', 's3Acl', 's3Redirect', 'skipUpload', 'top', 'left', 'width', 'height', 'full', 'selector', 'selectorId', 'transparent', 'type', 'quality', 'bestFormat', 'resizeWidth', 'resizeHeight'],
  pdf: ['preset', 'httpAuth', 'userAgent', 'waitFor', 'waitForId', 'stealth', 'bypassBotDetection', 'timestamp', 'fresh', 'blockAds', 'blockCookieBanners', 'darkMode', 'vw', 'vh', 'scaleFactor', 'emulateDevice', 'css', 'js', 'hide', 'click', 'timezone', 'locale', 'geolocation', 'media', 'reducedMotion', 'javascript', 'waitUntil', 'waitForText', 'timeout', 'block', 'failOn', 'headers', 'cookies', 'delay', 'fileName', 's3Acl', 's3Redirect', 'skipUpload', 'selector', 'selectorId', 'format', 'width', 'height', 'marginTop', 'marginRight', 'marginBottom', 'marginLeft', 'scale', 'landscape', 'printBackground', 'header', 'footer', 'pageRanges', 'outline', 'tagged', 'singlePage', 'preferCssPageSize'],
  content: ['preset', 'httpAuth', 'userAgent', 'waitFor', 'waitForId', 'stealth', 'bypassBotDetection', 'timestamp', 'fresh', 'blockAds', 'blockCookieBanners', 'darkMode', 'vw', 'vh', 'scaleFactor', 'emulateDevice', 'css', 'js', 'hide', 'click', 'timezone', 'locale', 'geolocation', 'media', 'reducedMotion', 'javascript', 'waitUntil', 'waitForText', 'timeout', 'block', 'failOn', 'headers', 'cookies', 'delay', 'selector', 'selectorId'],
  metadata: ['preset', 'httpAuth', 'userAgent', 'waitFor', 'waitForId', 'stealth', 'bypassBotDetection', 'timestamp', 'fresh', 'blockAds', 'blockCookieBanners', 'darkMode', 'vw', 'vh', 'scaleFactor', 'emulateDevice', 'css', 'js', 'hide', 'click', 'timezone', 'locale', 'geolocation', 'media', 'reducedMotion', 'javascript', 'waitUntil', 'waitForText', 'timeout', 'block', 'failOn', 'headers', 'cookies', 'delay', 'selector', 'selectorId'],
  animated: ['preset', 'httpAuth', 'userAgent', 'waitFor', 'waitForId', 'stealth', 'bypassBotDetection', 'timestamp', 'fresh', 'blockAds', 'blockCookieBanners', 'darkMode', 'vw', 'vh', 'scaleFactor', 'emulateDevice', 'css', 'js', 'hide', 'click', 'timezone', 'locale', 'geolocation', 'media', 'reducedMotion', 'javascript', 'waitUntil', 'waitForText', 'timeout', 'block', 'failOn', 'headers', 'cookies', 'fileName', 's3Acl', 's3Redirect', 'skipUpload', 'delay', 'duration', 'hideScrollbars', 'type', 'fps', 'loop', 'scroll'],
};

/** The options that an endpoint has, beside `url`. */
export const optionNames = (endpoint: Endpoint): readonly string[] => namesByEndpoint[endpoint];

/** What a query carries as text with commas. */
export const listOptions: ReadonlySet<string> = new Set(['hide', 'click', 'geolocation', 'block', 'failOn']);
/** What a query carries as base64url of text. */
export const base64Options: ReadonlySet<string> = new Set(['httpAuth', 'userAgent', 'css', 'js', 'header', 'footer']);
/** What a query carries as base64url of JSON. */
export const jsonOptions: ReadonlySet<string> = new Set(['headers', 'cookies']);
