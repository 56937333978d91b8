/** Titles that differ from the words of the API's name. */
const titles: Readonly<Record<string, string>> = {
  vw: 'Window width',
  vh: 'Window height',
  scaleFactor: 'Pixels per CSS pixel',
  deviceScaleFactor: 'Pixels per CSS pixel',
  emulateDevice: 'Device',
  media: 'Style sheets for',
  full: 'Full page',
  selector: 'CSS selector',
  selectorId: 'Id of the element',
  type: 'File type',
  fps: 'Frames a second',
  duration: 'Seconds',
  loop: 'Repetitions',
  ref: 'Reference of a snapshot',
  delay: 'Wait in seconds',
  delayMs: 'Milliseconds between keys',
  timeoutMs: 'Milliseconds at most',
  waitFor: 'Wait for a selector',
  waitForId: 'Wait for an id',
  waitForText: 'Wait for a text',
  timeout: 'Seconds at most',
  failOn: 'Fail on',
  block: 'Block requests',
  css: 'CSS to add',
  js: 'JavaScript to run',
  hide: 'Elements to hide',
  click: 'Elements to click',
  httpAuth: 'HTTP login',
  stealth: 'Hide automation',
  bypassBotDetection: 'Hide automation, stronger',
  fresh: 'Ignore the cached result',
  timestamp: 'Part of the cache key',
  s3Acl: 'Access in the storage',
  skipUpload: 'Keep out of the storage',
  tagged: 'Accessible tags',
  preferCssPageSize: 'Page size of the style sheet',
  key: 'Key to press',
  x: 'X',
  y: 'Y',
  deltaX: 'Pixels to the right',
  deltaY: 'Pixels down',
  url: 'URL',
};

const actionTitles: Readonly<Record<string, string>> = {
  goto: 'Open an address',
  hover: 'Point at an element',
  drag_mouse: 'Drag the mouse',
  move_mouse: 'Move the mouse',
  cursor_position: 'Position of the mouse',
  type_text: 'Type where the focus is',
  fill: 'Fill in a field',
  select: 'Choose from a list',
  check: 'Check a box',
  press: 'Press a key',
  snapshot: 'Read the page as a tree',
  content: 'Read the text',
  query: 'Read elements',
  console: 'Read the console',
  errors: 'Read script errors',
  title: 'Read the title',
  url: 'Read the address',
  click: 'Click an element',
  type: 'Type into a field',
  back: 'Go back',
  forward: 'Go forward',
  reload: 'Load again',
  wait_for_timeout: 'Wait for a time',
  screenshot: 'Take a picture',
  save_profile: 'Save the login',
  batch: 'Several actions',
};

/** "blockAds" is "Block ads", and "wait_for_selector" is "Wait for selector". */
const wordsOf = (name: string): string => {
  const words = name.replaceAll('_', ' ').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** What an option, or a property of an action, is called for people. */
export const titleOf = (name: string): string => titles[name] ?? wordsOf(name);

export const actionTitleOf = (name: string): string => actionTitles[name] ?? wordsOf(name);
