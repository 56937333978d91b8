// n8n's form shows these titles, descriptions and choices. The tables of options and actions lack them.

/** Fields above the group "Options". */
export const onTop = {
  image: ['full', 'type'],
  pdf: ['format', 'landscape', 'printBackground'],
  content: [],
  metadata: [],
  animated: ['type', 'duration'],
  goto: ['url'],
  click: ['selector'],
  hover: ['selector'],
  scroll: ['direction'],
  move_mouse: ['x', 'y'],
  drag_mouse: ['from', 'to'],
  type: ['selector', 'text'],
  type_text: ['text'],
  fill: ['selector', 'value'],
  select: ['selector', 'value'],
  check: ['selector'],
  press: ['key'],
  snapshot: ['mode'],
  content_action: ['format'],
  query: ['selector', 'fields'],
  wait_for_selector: ['selector'],
  wait_for_timeout: ['timeoutMs'],
  screenshot: ['fullPage'],
  save_profile: ['name'],
  batch: ['actions'],
};

/** Titles that the name alone would not give. */
export const titles = {
  block: 'Block Requests',
  bypassBotDetection: 'Bypass Bot Detection',
  click: 'Click Elements',
  css: 'CSS',
  deltaX: 'Delta X',
  deltaY: 'Delta Y',
  failOn: 'Fail On',
  format: 'Paper Format',
  fps: 'Frames per Second',
  from: 'From Point',
  full: 'Full Page',
  height: 'Clip Height',
  hide: 'Hide Elements',
  httpAuth: 'HTTP Authentication',
  javascript: 'Page Scripts',
  js: 'JavaScript',
  key: 'Key to Press',
  left: 'Clip Left',
  media: 'CSS Media Type',
  preferCssPageSize: 'Prefer CSS Page Size',
  ref: 'Element Ref',
  s3Acl: 'S3 ACL',
  s3Redirect: 'S3 Redirect',
  scroll: 'Scroll While Recording',
  selector: 'Element Selector',
  selectorId: 'Element ID',
  timeout: 'Capture After (Seconds)',
  timestamp: 'Cache Timestamp',
  to: 'To Point',
  top: 'Clip Top',
  type: 'File Type',
  url: 'URL',
  vh: 'Viewport Height',
  vw: 'Viewport Width',
  waitForId: 'Wait for Element ID',
  waitFor: 'Wait for Selector',
  width: 'Clip Width',
};

export const titlesOf = {
  nested: { width: 'Width', height: 'Height' },
  pdf: { width: 'Paper Width', height: 'Paper Height' },
  content: { format: 'Content Format' },
  query: { limit: 'Limit' },
  select: { value: 'Option Value', values: 'Option Values', label: 'Option Label' },
  fill: { text: 'Value (Alias)' },
  save_profile: { name: 'Profile Name' },
};

/** Words whose title is no capitalised word. */
export const words = {
  goto: 'Go to Page',
  id: 'ID',
  url: 'URL',
  html: 'HTML',
  css: 'CSS',
  acl: 'ACL',
  png: 'PNG',
  jpeg: 'JPEG',
  webp: 'WebP',
  avif: 'AVIF',
  gif: 'GIF',
  mp4: 'MP4',
  webm: 'WebM',
  bbox: 'Bounding Box',
  href: 'Href',
  src: 'Src',
  ms: '(Ms)',
  dom: 'DOM',
  aws: 'AWS',
};

/** Booleans whose description is no imperative. */
export const whethers = {
  bypassBotDetection:
    "Whether to hide automation as Stealth does, and to wait until a site's check lets the browser through",
  javascript: "Whether to run the page's scripts",
  full: 'Whether to capture the whole page, instead of the height of the window or the clip',
  fresh: 'Whether to render again although there is a cached result, and to store the new one',
  screenshot: 'Whether to add a picture of the page to the result',
  bestFormat: 'Whether to make WebP if the request accepts it, else PNG',
  transparent: 'Whether the background is transparent (PNG and WebP)',
  skipUpload: "Whether to keep the file out of the account's storage",
  s3Redirect: "Whether to answer with the address of the object in the account's storage, instead of the file",
  checked: 'Whether the box is checked afterwards',
  interactiveOnly: 'Whether to return only elements that actions can use',
  fullPage: 'Whether to capture the whole page instead of the window',
};

// n8n's linter takes the class `url` for the word.
const classes =
  'Elements of class <code>title</code>, <code>date</code>, <code>pageNumber</code> or <code>totalPages</code> get that value.';
const margin = 'Such as 10mm; units: in, cm, mm, pt, px. Set all four margins or none.';

/** Descriptions for people who see the form alone. */
export const texts = {
  header: `HTML at the top of each page. ${classes}`,
  footer: `HTML at the bottom of each page. ${classes}`,
  ...{ marginTop: margin, marginRight: margin, marginBottom: margin, marginLeft: margin },
  failOn:
    'What makes the page fail, instead of a result. A status of 400 or more, an error in the console, a failed request, or a selector that matches nothing.',
  media: 'Which styles of the page apply: those for screens, or those for paper',
  preset: 'A stored set of options of the account. Options of this form win over it',
};

/** The same where the endpoint matters. */
export const textsOf = {
  image: { type: 'Format of the picture. Some services make no AVIF.' },
  animated: { type: 'Format of the recording. Some services make no MP4 and WebM.' },
};

/** First values where endpoints differ: each gets a field of its own. */
export const firstValuesOf = { pdf: { media: 'print' } };

/** Values that the service reads from lists and texts of its own. */
export const choices = { failOn: ['console', 'request', 'selector', 'status'] };
export const loaders = { emulateDevice: 'getDevices', preset: 'getPresets' };
/** What a number field shows first where the service has no default. */
export const firstValues = {
  ...{ timeout: 30, amount: 500 },
  ...{ width: 1440, height: 900, vw: 1440, vh: 900, resizeWidth: 400, resizeHeight: 300 },
};
export const dynamicText =
  'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>';
export const longTexts = new Set(['css', 'js', 'header', 'footer']);
export const limitText = 'Max number of results to return';
