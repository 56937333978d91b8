/** What a page or a client notices of a session's browser. The texts of both browsers are documented in docs/devtools.md. */
export interface Difference {
  what: string;
  /** An expression in the page, with a person's gesture, or a DevTools command of the page. */
  ask: { expression: string } | { command: string };
  shell: string;
  full: string;
}

const state = (name: string) => `navigator.permissions.query({ name: '${name}' }).then(({ state }) => state)`;

const ofPermission = (name: string, full: string): Difference => ({
  what: `permission \`${name}\` of a new page`,
  ask: { expression: state(name) },
  shell: 'prompt',
  full,
});

export const differences: readonly Difference[] = [
  { what: '`window.chrome`', ask: { expression: 'typeof window.chrome' }, shell: 'undefined', full: 'object' },
  {
    what: '`Notification.permission` of a new page',
    ask: { expression: 'Notification.permission' },
    shell: 'denied',
    full: 'default',
  },
  ...['clipboard-write', 'background-sync', 'screen-wake-lock'].map((name) => ofPermission(name, 'granted')),
  { what: '`screenX`, `screenY`', ask: { expression: `[screenX, screenY].join(', ')` }, shell: '0, 0', full: '10, 10' },
  {
    what: 'width of a date field',
    ask: { expression: `document.querySelector('[type=date]').getBoundingClientRect().width.toFixed()` },
    shell: '124',
    full: '125',
  },
  {
    what: '`window.print()`, then `Page.printToPDF`',
    ask: { command: 'Page.printToPDF' },
    shell: 'prints',
    full: 'Page is already being printed',
  },
  {
    what: 'DevTools domain `Autofill`',
    ask: { command: 'Autofill.enable' },
    shell: "'Autofill.enable' wasn't found",
    full: 'works',
  },
];

/** Alike in both browsers, against what one might expect of a headless shell. */
export const alike: readonly (readonly [what: string, expression: string, answer: string])[] = [
  ['PDF viewer', 'navigator.pdfViewerEnabled', 'false'],
  ['MP4 with H.264', `document.createElement('video').canPlayType('video/mp4; codecs="avc1.42E01E"')`, 'probably'],
  ['MP3', `document.createElement('video').canPlayType('audio/mpeg')`, 'probably'],
  ['WebGL', `document.createElement('canvas').getContext('webgl2') ? 'works' : 'missing'`, 'works'],
  ['WebRTC', 'typeof RTCPeerConnection', 'function'],
  ['window and screen', '[innerWidth, innerHeight, outerWidth, screen.width].join()', '1440,900,1440,1920'],
  ['a mouse', `matchMedia('(hover: hover) and (pointer: fine)').matches`, 'true'],
  ['no microphone', `navigator.mediaDevices.getUserMedia({ audio: true }).catch(({ name }) => name)`, 'NotFoundError'],
];
