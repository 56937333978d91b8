import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import protocolOfPages from 'devtools-protocol/json/browser_protocol.json' with { type: 'json' };
import protocolOfScripts from 'devtools-protocol/json/js_protocol.json' with { type: 'json' };
import type { Params } from './command.js';
import { judge } from './judge.js';
import { rules } from './rules/rules.js';

interface Protocol {
  domains: { domain: string; commands?: { name: string }[] }[];
}

const protocols: Protocol[] = [protocolOfPages, protocolOfScripts];
const methods = protocols.flatMap(({ domains }) =>
  domains.flatMap(({ domain, commands = [] }) => commands.map(({ name }) => `${domain}.${name}`)),
);

/** A method with the client's parameters and those that reach the browser. */
type Change = [method: string, said: Params, heard: Params];

/** A method with the client's parameters and a part of the error. */
type Refusal = [method: string, said: Params, why: RegExp];

const file = 'file:///etc/passwd';
const addresses = /http:, https:, data: and blob:/;
const wrongAddresses = [
  file,
  'FILE:///etc/passwd',
  ' file:///etc/passwd',
  'fi\nle:///etc/passwd',
  'view-source:http://example.com/',
  'chrome://version',
  'chrome-untrusted://print/',
  'chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/index.html',
  'devtools://devtools/bundled/inspector.html',
  'filesystem:http://example.com/temporary/x',
  'javascript:1',
  'about:version',
  'about:blankx',
  'http:/etc/passwd',
  'http:\\\\example.com',
  'ftp://example.com/',
  '/etc/passwd',
];
const rightAddresses = [
  'http://example.com/',
  'HTTPS://example.com/',
  'about:blank',
  'about:blank#x',
  'data:text/html,x',
  'blob:http://example.com/1',
  '',
];

const changes: Change[] = [
  [
    'Target.createBrowserContext',
    {
      disposeOnDetach: true,
      proxyServer: 'direct://',
      proxyBypassList: '*',
      originsWithUniversalNetworkAccess: ['http://a'],
    },
    { disposeOnDetach: true },
  ],
  [
    'Target.createTarget',
    { url: 'about:blank', width: 10, hidden: true, enableBeginFrameControl: true },
    { url: 'about:blank', width: 10 },
  ],
  [
    'Input.dispatchKeyEvent',
    { type: 'keyDown', key: 'o', nativeVirtualKeyCode: 79, isSystemKey: true },
    { type: 'keyDown', key: 'o' },
  ],
];

const metrics = { width: 1440, height: 900, deviceScaleFactor: 4, mobile: false };

const refusals: Refusal[] = [
  ...wrongAddresses.flatMap((url): Refusal[] => [
    ['Page.navigate', { url }, addresses],
    ['Target.createTarget', { url }, addresses],
    ['Fetch.continueRequest', { url }, /only http: and https: addresses/],
  ]),
  ['Page.navigate', {}, addresses],
  ['Page.navigate', { url: [file] }, addresses],
  ['Target.createTarget', {}, addresses],
  ['Fetch.continueRequest', { url: 'data:text/html,x' }, /only http: and https: addresses/],
  ['Target.attachToTarget', { targetId: 'x' }, /flatten: true/],
  ['Target.attachToTarget', { targetId: 'x', flatten: 'true' }, /flatten: true/],
  ['Target.attachToTarget', { targetId: 'x', autoAttach: false }, /flatten: true/],
  ['Target.createTarget', { url: 'about:blank', windowState: 'minimized' }, /minimized/],
  ['Browser.setWindowBounds', { windowId: 1, bounds: { windowState: 'minimized' } }, /minimized/],
  ['Page.setWebLifecycleState', { state: 'frozen' }, /frozen/],
  [
    'Emulation.setDeviceMetricsOverride',
    { ...metrics, width: 1e7, height: 1e7, deviceScaleFactor: 100 },
    /10000 pixels/,
  ],
  ['Emulation.setDeviceMetricsOverride', { ...metrics, screenWidth: 1e7 }, /10000 pixels/],
  ['Emulation.setDeviceMetricsOverride', { ...metrics, deviceScaleFactor: 100 }, /scale may be 10/],
  ['Emulation.setDeviceMetricsOverride', { ...metrics, scale: 5 }, /scale may be 10/],
  [
    'Emulation.setDeviceMetricsOverride',
    { ...metrics, viewport: { x: 0, y: 0, width: 1, height: 1, scale: 5 } },
    /scale may be 10/,
  ],
  ['Emulation.setDeviceMetricsOverride', { ...metrics, width: 9000, height: 9000 }, /225 megapixels/],
  ['Page.setDeviceMetricsOverride', { ...metrics, width: 1e7 }, /10000 pixels/],
  ['Emulation.setVisibleSize', { width: 1e7, height: 1 }, /10000 pixels/],
  ['Browser.setWindowBounds', { windowId: 1, bounds: { width: 1e7 } }, /10000 pixels/],
  ['Browser.setContentsSize', { windowId: 1, height: 1e7 }, /10000 pixels/],
  ['Target.createTarget', { url: 'about:blank', width: 1e7 }, /10000 pixels/],
  ['Page.captureScreenshot', { clip: { x: 0, y: 0, width: 1e7, height: 1e7, scale: 1 } }, /225 megapixels/],
  ['Page.captureScreenshot', { clip: { x: 0, y: 0, width: 100, height: 100, scale: 1000 } }, /225 megapixels/],
  ['Emulation.setCPUThrottlingRate', { rate: 1e9 }, /100 times/],
  ['Emulation.setCPUThrottlingRate', {}, /100 times/],
  ['Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false }, /flatten: true/],
  ['Target.autoAttachRelated', { targetId: 'x', waitForDebuggerOnStart: false }, /setAutoAttach/],
  ['Input.dispatchDragEvent', { type: 'drop', x: 1, y: 1, data: { items: [], files: ['/etc/passwd'] } }, /read files/],
  ['Input.dispatchDragEvent', { type: 'drop', x: 1, y: 1, data: { items: [], files: '/etc/passwd' } }, /read files/],
  ['IO.read', { handle: 'blob:1' }, /in the page/],
  ['IO.close', { handle: 'blob:1' }, /in the page/],
  ['Security.setIgnoreCertificateErrors', { ignore: true }, /always checked/],
  ['Security.setIgnoreCertificateErrors', {}, /always checked/],
  ['Security.setOverrideCertificateErrors', { override: true }, /always checked/],
  ['Security.handleCertificateError', { eventId: 1, action: 'continue' }, /always checked/],
  ['DOM.setFileInputFiles', { files: ['/etc/passwd'] }, /cannot read files of your machine/],
  ['DOM.getFileInfo', { objectId: '1' }, /paths/],
  ['Network.loadNetworkResource', { url: file, options: {} }, /no page requested/],
  ['Page.setDownloadBehavior', { behavior: 'allow', downloadPath: '/tmp' }, /no downloads/],
  ['Page.crash', {}, /Close the page/],
  ['Browser.crash', {}, /DELETE/],
  ['Browser.crashGpuProcess', {}, /DELETE/],
  ['Browser.getBrowserCommandLine', {}, /how the browser was started/],
  ['Browser.getHistogram', { name: 'x' }, /processes and machines/],
  ['Browser.getHistograms', {}, /processes and machines/],
  ['Browser.executeBrowserCommand', { commandId: 'openTabSearch' }, /unguarded/],
  ['Target.exposeDevToolsProtocol', { targetId: 'x', inheritPermissions: true }, /unguarded/],
  ['Target.sendMessageToTarget', { message: '{"id":1,"method":"Page.crash"}' }, /unguarded/],
  ['Target.setRemoteLocations', { locations: [] }, /unguarded/],
  ['Target.openDevTools', { targetId: 'x' }, /unguarded/],
  ['Target.getDevToolsTarget', { targetId: 'x' }, /unguarded/],
  ...methods.flatMap((method): Refusal[] => {
    const domains: Record<string, RegExp> = {
      SystemInfo: /processes and machines/,
      Cast: /processes and machines/,
      DeviceAccess: /processes and machines/,
      Tracing: /files/,
      Extensions: /files/,
      PWA: /files/,
      FileSystem: /files/,
      Tethering: /ports/,
    };
    const why = domains[method.split('.', 1)[0] ?? ''];
    return why ? [[method, {}, why]] : [];
  }),
];

/** Parameters that must pass unchanged, besides those of `allowed` methods. */
const passesUnchanged: [method: string, said: Params][] = [
  ...rightAddresses.flatMap((url): [string, Params][] => [
    ['Page.navigate', { url, referrer: 'http://a/' }],
    ['Target.createTarget', { url }],
  ]),
  ['Emulation.setDeviceMetricsOverride', { width: 5000, height: 5000, deviceScaleFactor: 3, mobile: true }],
  ['Emulation.setDeviceMetricsOverride', { width: 0, height: 0, deviceScaleFactor: 0, mobile: false }],
  ['Page.captureScreenshot', { format: 'png' }],
  [
    'Page.captureScreenshot',
    { clip: { x: 0, y: 0, width: 1440, height: 100_000, scale: 1 }, captureBeyondViewport: true },
  ],
  ['Fetch.continueRequest', { requestId: '1' }],
  ['Fetch.continueRequest', { requestId: '1', url: 'https://example.com/' }],
  ['Target.attachToTarget', { targetId: 'x', flatten: true }],
  ['Browser.setWindowBounds', { windowId: 1, bounds: { windowState: 'normal', width: 800 } }],
  ['Page.setWebLifecycleState', { state: 'active' }],
  ['Emulation.setCPUThrottlingRate', { rate: 100 }],
  ['Target.setAutoAttach', { autoAttach: true, flatten: true }],
  ['Target.setAutoAttach', { autoAttach: false, waitForDebuggerOnStart: false }],
  ['Input.dispatchDragEvent', { type: 'drop', x: 1, y: 1, data: { items: [], dragOperationsMask: 1 } }],
  ['Input.dispatchDragEvent', { type: 'drop', x: 1, y: 1, data: { items: [], files: [] } }],
  ['IO.read', { handle: '1' }],
  ['IO.close', { handle: '1' }],
  ['Security.setIgnoreCertificateErrors', { ignore: false }],
  ['Security.setOverrideCertificateErrors', { override: false }],
];

const answered = ['Browser.close', 'Browser.setDownloadBehavior'];

const show = (method: string, said: Params) => `${method} ${JSON.stringify(said)}`;

describe('a command of a DevTools client', () => {
  for (const [method, said, heard] of changes)
    it(`${show(method, said)} loses something`, () =>
      assert.deepEqual(judge({ method, params: said }), { pass: heard }));

  for (const [method, said, why] of refusals)
    it(`${show(method, said)} is refused`, () => {
      const verdict = judge({ method, params: said });
      assert.ok('refuse' in verdict, JSON.stringify(verdict));
      assert.match(verdict.refuse, why);
    });

  for (const [method, said] of passesUnchanged)
    it(`passes ${show(method, said)}`, () => assert.deepEqual(judge({ method, params: said }), { pass: said }));

  for (const method of answered)
    it(`answers ${method} here, with any parameters`, () =>
      assert.ok('answer' in judge({ method, params: { behavior: 'allow', downloadPath: '/' } })));

  const special = new Set([...changes, ...refusals, ...passesUnchanged].map(([method]) => method));
  for (const method of Object.keys(rules).filter((each) => !each.endsWith('*') && !special.has(each))) {
    if (answered.includes(method)) continue;
    it(`passes ${method} with any parameters`, () => {
      const said = { url: file, files: [file], path: '/', flatten: false };
      assert.deepEqual(judge({ method, params: said }), { pass: said });
    });
  }
});

describe('the list of commands', () => {
  it('has only methods of the protocol', () => {
    const domains = new Set(methods.map((method) => `${method.split('.')[0]}.*`));
    const unknown = Object.keys(rules).filter((each) => !methods.includes(each) && !domains.has(each));
    assert.deepEqual(unknown, []);
  });

  it('refuses all other methods, existing or not', () => {
    const others = methods.filter((method) => {
      const [domain] = method.split('.');
      return !Object.hasOwn(rules, method) && !Object.hasOwn(rules, `${domain}.*`);
    });
    assert.ok(others.length > 100);
    const odd = [
      '',
      '.',
      '*',
      'Page',
      'Page.',
      'Page.*',
      'page.enable',
      'Page.enable ',
      'constructor',
      '__proto__',
      'Tracing2.start',
    ];
    for (const method of [...others, ...odd])
      assert.deepEqual(judge({ method, params: {} }), { refuse: 'This service does not offer it.' }, method);
  });
});
