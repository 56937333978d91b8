import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createGzip } from 'node:zlib';
import type { ErrorCode } from '@tintype/contracts';
import { html, type PageHandler } from './pages.js';

export interface HostilePage {
  name: string;
  page: PageHandler;
  /** Possible ends; `partial`: with a warning. */
  ends: readonly ('whole' | 'partial' | ErrorCode)[];
}

const megabyte = 2 ** 20;

/** Visible text, then the script. */
export const scripted = (script: string, head = ''): PageHandler => html(`<p>seen</p><script>${script}</script>`, head);

const typed =
  (contentType: string | undefined, body: string, headers: Record<string, string> = {}): PageHandler =>
  (_request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (contentType !== undefined) response.setHeader('content-type', contentType);
    response.end(body);
  };

/** Repeats the bytes as fast as possible, endlessly without `times`. */
const pour = (response: ServerResponse, chunk: Buffer, times = Number.POSITIVE_INFINITY) => {
  let sent = 0;
  const more = () => {
    while (sent < times && !response.destroyed) {
      sent += 1;
      if (!response.write(chunk)) return;
    }
    response.end();
  };
  response.on('drain', more);
  more();
};

const flood =
  (head: string, chunk: string, bytes = Number.POSITIVE_INFINITY): PageHandler =>
  (_request, response) => {
    response.setHeader('content-type', 'text/html').write(`<!doctype html>${head}`);
    const piece = Buffer.from(chunk.repeat(Math.ceil(65_536 / chunk.length)));
    pour(response, piece, bytes / piece.length);
  };

/** One word per second, endlessly: the connection lives without progress. */
const trickle: PageHandler = (_request, response) => {
  response.setHeader('content-type', 'text/html').write('<!doctype html><p>seen</p>');
  const timer = setInterval(() => response.write('<i>more</i> '), 1000);
  response.on('close', () => clearInterval(timer));
};

/** A gigabyte in a megabyte. */
const gzipBomb =
  (contentType: string): PageHandler =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': contentType, 'content-encoding': 'gzip' });
    const gzip = createGzip();
    gzip.pipe(response);
    const zeros = Buffer.alloc(megabyte, '<i>x</i>');
    let written = 0;
    const more = () => {
      while (written < 1000 && !response.destroyed) {
        written += 1;
        if (!gzip.write(zeros)) return;
      }
      gzip.end();
    };
    gzip.on('drain', more);
    response.on('close', () => gzip.destroy());
    more();
  };

const resource: PageHandler = (request, response) => {
  const kind = new URL(request.url ?? '', 'http://x').searchParams.get('kind');
  if (kind === 'never') return;
  if (kind === 'image') {
    response.setHeader('content-type', 'image/svg+xml').write('<svg xmlns="http://www.w3.org/2000/svg"><!--');
    pour(response, Buffer.alloc(megabyte, 'x'));
  } else if (kind === 'events') {
    response.setHeader('content-type', 'text/event-stream');
    pour(response, Buffer.from('data: event\n\n'.repeat(1000)));
  } else if (kind === 'socket') floodSocket(request);
  else if (kind === 'worker') typed('text/javascript', 'for(;;);')(request, response);
  else if (kind === 'download')
    typed('application/zip', 'x', { 'content-disposition': 'attachment' })(request, response);
  else response.end('x');
};

/** Accepts a WebSocket and floods it with frames. */
const floodSocket = ({ socket, headers }: IncomingMessage) => {
  const magic = `${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const accept = createHash('sha1').update(magic).digest('base64');
  const head = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
  socket.write(`${[...head, `Sec-WebSocket-Accept: ${accept}`].join('\r\n')}\r\n\r\n`);
  const frame = Buffer.concat([Buffer.of(0x81, 100), Buffer.alloc(100, 'x')]);
  const frames = Buffer.concat(Array.from({ length: 600 }, () => frame));
  const more = () => {
    while (!socket.destroyed && socket.write(frames));
  };
  socket.on('drain', more);
  more();
};

const moved =
  (location: string): PageHandler =>
  (_request, response) =>
    response.writeHead(302, { location }).end();

const whole = ['whole'] as const;
const partial = ['partial'] as const;
/** The machine's speed decides. */
const either = ['whole', 'partial'] as const;
const notRenderable = ['not_renderable'] as const;

const loading: [string, PageHandler, HostilePage['ends']][] = [
  [
    'a server that thinks for 17 s',
    (request, response) => {
      setTimeout(() => html('<p>seen</p>')(request, response), 17_000);
    },
    ['whole'],
  ],
  ['trickle', trickle, partial],
  ['never an image', html('<p>seen</p><img src="/resource?kind=never">'), partial],
  ['never a script', html('<p>seen</p><script src="/resource?kind=never"></script>'), partial],
  ['never a frame', html('<p>seen</p><iframe src="/resource?kind=never"></iframe>'), partial],
  ['an image without end', html('<p>seen</p><img src="/resource?kind=image">'), partial],
  ['endless stream', flood('<p>seen</p>', '<i>more</i> '), [...either, 'render_failed', 'timeout']],
  ['100 MB of text', flood('<p>seen</p>', 'word ', 100 * megabyte), [...either, 'render_failed', 'timeout']],
  ['gzip bomb', gzipBomb('text/html'), [...either, 'render_failed', 'timeout']],
  ['gzip bomb as an image', gzipBomb('image/png'), partial],
  [
    'hangs up in the middle',
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' }).write('<p>seen</p>');
      setTimeout(() => response.destroy(), 100);
    },
    partial,
  ],
];

const huge = `<svg xmlns='http://www.w3.org/2000/svg' width='30000' height='30000'><rect width='30000' height='30000' fill='red'/></svg>`;

const dialogs: typeof loading = [
  ['alert', scripted('alert(1);confirm(2);prompt(3)'), whole],
  [
    'beforeunload',
    scripted('onbeforeunload=(e)=>{e.preventDefault();return "stay"};setTimeout(()=>{location="/ok"},50)'),
    whole,
  ],
  ['alert for ever', scripted('for(;;)alert(1)'), partial],
  ['confirm for ever, later', scripted('setTimeout(()=>{for(;;)confirm(1)},1)'), either],
  ['huge alert', scripted('alert("x".repeat(5e7))'), whole],
  ['print for ever', scripted('setInterval(()=>print(),0)'), whole],
];

const navigations: typeof loading = [
  ['HTTP redirects for ever', moved('/HTTP-redirects-for-ever'), ['target_unreachable']],
  ['location for ever', scripted('location="?"+Math.random()'), partial],
  ['location for ever, later', scripted('onload=()=>setTimeout(()=>{location="?"+Math.random()},1)'), either],
  ['reload for ever', scripted('location.reload()'), partial],
  ['meta refresh for ever', html('<p>seen</p>', '<meta http-equiv="refresh" content="0">'), partial],
  ['form for ever', html('<form method="post"></form><script>document.forms[0].submit()</script>'), partial],
  [
    'pushState for ever',
    scripted('setInterval(()=>{for(let i=0;i<100;i++)history.pushState(0,"","?"+Math.random())},0)'),
    either,
  ],
  ['hash for ever', scripted('setInterval(()=>{location.hash=Math.random()},0)'), either],
  ['to a blob', scripted('location=URL.createObjectURL(new Blob(["<h1>blob"],{type:"text/html"}))'), whole],
  ['to a data URL', scripted('location="data:text/html,<h1>data"'), whole],
  ['to javascript:', scripted('location="javascript:\'<h1>x\'"'), whole],
  ['to chrome:', scripted('location="chrome://crash"'), ['whole', 'target_blocked']],
  ['stop for ever', scripted('setInterval(()=>stop(),0)'), whole],
];

const files: typeof loading = [
  ['download', typed('application/pdf', '%PDF', { 'content-disposition': 'attachment' }), notRenderable],
  ['octets', typed('application/octet-stream', 'bytes'), notRenderable],
  ['zip', typed('application/zip', 'PK'), notRenderable],
  [
    'download by click',
    html('<a id="a" download href="/resource?kind=download">x</a><script>setInterval(()=>a.click(),5)</script>'),
    whole,
  ],
  ['download by location', scripted('location="/resource?kind=download"'), whole],
  ['an image', typed('image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`), whole],
  ['a broken image', typed('image/png', 'no image'), whole],
  ['a huge image', typed('image/svg+xml', huge), whole],
  ['pdf', typed('application/pdf', '%PDF-1.4'), [...notRenderable, 'whole']],
  ['text', typed('text/plain', 'text'), whole],
  ['JSON', typed('application/json', '{"a":1}'), whole],
  ['XML', typed('application/xml', '<a><b/></a>'), whole],
  ['broken XML', typed('application/xml', '<a><b>'), whole],
  ['no content type', typed(undefined, '<h1>page'), whole],
  ['no content', (_request, response) => response.writeHead(204).end(), notRenderable],
  ['an empty page', typed('text/html', ''), whole],
];

const scripts: typeof loading = [
  ['for(;;)', scripted('for(;;);'), partial],
  ['for(;;) after load', scripted('onload=()=>setTimeout(()=>{for(;;);},3)'), either],
  ['for(;;) again and again', scripted('setInterval(()=>{for(;;);},1)'), partial],
  // Takes memory without end; a fast machine reaches the limit.
  ['for(;;) in promises', scripted('const go=()=>Promise.resolve().then(go);go()'), [...partial, 'render_failed']],
  ['a regular expression', scripted('/^(a+)+$/.test("a".repeat(40)+"b")'), partial],
  [
    'timers for ever',
    scripted(
      'const go=()=>{setTimeout(go);setTimeout(go)};for(let i=0;i<5;i++)setInterval(()=>{},0);setInterval(()=>{document.title=Math.random()},0)',
    ),
    either,
  ],
  [
    'memory, numbers',
    scripted('const a=[];setInterval(()=>{for(let i=0;i<20;i++)a.push(new Array(1e6).fill(i+.5))})'),
    [...either, 'render_failed', 'timeout'],
  ],
  [
    'memory, at once',
    scripted('const a=[];for(;;)a.push(new Array(1e6).fill(Math.random()))'),
    ['partial', 'render_failed', 'timeout'],
  ],
  [
    'memory, buffers',
    scripted('const a=[];for(;;)a.push(new Uint8Array(1e7).fill(1))'),
    ['partial', 'render_failed', 'timeout'],
  ],
  [
    'a million nodes',
    scripted('for(let i=0;i<1e6;i++)document.body.append(document.createElement("b"))'),
    [...either, 'render_failed', 'timeout'],
  ],
  [
    'nested nodes',
    scripted('let e=document.body;for(let i=0;i<1e5;i++){const d=document.createElement("div");e.append(d);e=d}'),
    [...either, 'render_failed', 'timeout'],
  ],
  ['frames of itself', html('<p>seen</p><iframe src="?1"></iframe><iframe src="?2"></iframe>'), either],
  [
    'many frames',
    scripted(
      'for(let i=0;i<200;i++)document.body.append(Object.assign(document.createElement("iframe"),{src:"/ok?"+i}))',
    ),
    either,
  ],
  [
    'windows for ever',
    html('<a id="a" target="_blank" href="/ok">x</a><script>setInterval(()=>{open("/ok");a.click()},1)</script>'),
    either,
  ],
  [
    'animations',
    html('<p style="animation:a .1s infinite">seen</p>', '<style>@keyframes a{50%{transform:rotate(1turn)}}</style>'),
    whole,
  ],
  ['animation frames', scripted('const go=()=>{document.body.append("x");requestAnimationFrame(go)};go()'), either],
  ['workers that burn', scripted('for(let i=0;i<4;i++)new Worker("/resource?kind=worker")'), either],
  ['a shared worker that burns', scripted('new SharedWorker("/resource?kind=worker")'), either],
  ['a service worker that burns', scripted('navigator.serviceWorker.register("/resource?kind=worker")'), either],
  [
    'WebAssembly that burns',
    scripted(
      'onload=()=>new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array([0,97,115,109,1,0,0,0,1,4,1,96,0,0,3,2,1,0,8,1,0,10,9,1,7,0,3,64,12,0,11,11])))',
    ),
    either,
  ],
  ['events for ever', scripted('new EventSource("/resource?kind=events").onmessage=()=>{document.title=1}'), either],
  [
    'a socket that floods',
    scripted('new WebSocket("ws://"+location.host+"/resource?kind=socket").onmessage=()=>{document.title=1}'),
    either,
  ],
  ['requests for ever', scripted('setInterval(()=>fetch("/resource?"+Math.random()),0)'), either],
  [
    'broken prototypes',
    scripted('Promise.prototype.then=Array.prototype.map=JSON.stringify=()=>{throw 1};document.querySelectorAll=null'),
    whole,
  ],
];

/** Keys are paths: `/a-name`. */
export const hostilePages: readonly HostilePage[] = [loading, dialogs, navigations, files, scripts]
  .flat()
  .map(([name, page, ends]) => ({ name, page, ends }));

export const pathOf = (name: string): string => `/${name.replaceAll(/[^\w]+/g, '-')}`;

/** All pages as a site, with their resources. */
export const hostileSite: Record<string, PageHandler> = {
  ...Object.fromEntries(hostilePages.map(({ name, page }) => [pathOf(name), page])),
  '/resource': resource,
  '/ok': html('<div style="width:100px;height:100px;background:#00ff00"></div>'),
};
