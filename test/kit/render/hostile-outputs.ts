import assert from 'node:assert/strict';
import type { Endpoint } from '@tintype/contracts';
import { type HostilePage, hostilePages, scripted } from '../pages/hostile-pages.js';
import type { PageHandler } from '../pages/pages.js';
import type { RenderOptions } from './render-stage.js';

/** A page, its output, and the possible ends. */
export interface HostileOutput extends HostilePage {
  options: RenderOptions & { endpoint: Endpoint };
}

/** The account's limit in bytes. */
export const resultBytes = 32 * 2 ** 20;
const outputMs = 40_000;
/** For pages that take all their time. */
const endlessMs = 10_000;

/** The machine's speed decides the end, also whether the memory limit ends the page. */
const anyEnd = ['whole', 'partial', 'render_failed', 'timeout', 'result_too_large'] as const;
const costly = ['100 MB of text', 'gzip bomb', 'memory, buffers', 'nested nodes'];

/** Pages of the long list that are rendered as other outputs too. Cheap ones end as there. Recordings may also have too little time. */
const chosen: Partial<Record<Endpoint, readonly string[]>> = {
  pdf: [
    'never an image',
    'alert for ever',
    'for(;;)',
    'print for ever',
    'location for ever',
    'to javascript:',
    '100 MB of text',
    'download',
  ],
  content: ['for(;;)', 'HTTP redirects for ever', 'location for ever', 'broken prototypes', 'gzip bomb'],
  metadata: ['for(;;)', 'HTTP redirects for ever', 'location for ever', 'print for ever', 'broken prototypes'],
  animated: ['for(;;)', 'alert for ever', 'reload for ever'],
};
const everywhere = ['memory, buffers', 'nested nodes'];

const comment = (letter: string, letters: number, times = 1) =>
  scripted(`for(let i=0;i<${times};i++)document.body.append(document.createComment("${letter}".repeat(${letters})))`);

/** Noise does not compress: more than 3 MB. */
const noise = scripted(`
  const canvas=document.body.appendChild(document.createElement("canvas"));canvas.width=1400;canvas.height=800;
  const context=canvas.getContext("2d"),image=context.createImageData(1400,800),dots=new Uint32Array(image.data.buffer);
  for(let i=0,x=1;i<dots.length;i++)dots[i]=(x=(x*1664525+1013904223)>>>0)|0xff000000;
  context.putImageData(image,0,0)`);

const noiseBytes = 2 ** 20;

const nested = scripted(
  'let e=document.body;for(let i=0;i<20000;i++){const d=document.createElement("div");e.append(d);e=d}',
);

type Own = [name: string, endpoint: Endpoint, page: PageHandler, ends: HostilePage['ends']];

const own: Own[] = [
  ['beforeprint for ever', 'pdf', scripted('onbeforeprint=()=>{for(;;);}'), ['timeout']],
  ['elements in each other', 'content', nested, ['render_failed']],
  ['for(;;) before it is read, again', 'content', scripted('setInterval(()=>{for(;;);},1)'), ['partial']],
  ['a comment of 100 MB', 'content', comment('x', 1e8), ['result_too_large']],
  ['comments longer than a string', 'content', comment('x', 1e8, 6), ['result_too_large', 'render_failed']],
  ['umlauts, too many as bytes', 'content', comment('ü', 2e7), ['result_too_large']],
  ['noise', 'image', noise, ['result_too_large']],
];

const again = (endpoint: Endpoint): HostilePage[] => {
  const names = [...everywhere, ...(chosen[endpoint] ?? [])];
  return names.map((name) => {
    const page = hostilePages.find((each) => each.name === name);
    assert.ok(page, name);
    if (costly.includes(name)) return { ...page, ends: anyEnd };
    return endpoint === 'animated' ? { ...page, ends: [...page.ends, 'timeout'] } : page;
  });
};

/** The long list, and pages that attack one output. */
export const hostileOutputs: readonly HostileOutput[] = [
  ...hostilePages.map((page) => ({ ...page, options: { endpoint: 'image' as const } })),
  ...own.map(([name, endpoint, page, ends]) => ({
    name,
    page,
    ends,
    options: {
      endpoint,
      resultBytes: page === noise ? noiseBytes : resultBytes,
      milliseconds: ends.includes('timeout') ? endlessMs : outputMs,
    },
  })),
  ...(['pdf', 'content', 'metadata', 'animated'] as const).flatMap((endpoint) => {
    const pairs: Record<string, string> = endpoint === 'animated' ? { duration: '1' } : {};
    return again(endpoint).map((page) => ({
      ...page,
      options: { endpoint, pairs, resultBytes, milliseconds: outputMs },
    }));
  }),
];

/**
 * Before an output reads it, each page loads as for an image. These end by what a shorter list also has:
 *
 * - the 10 s of loading (`trickle`, `never an image`)
 * - the end of endless scripts (`for(;;)` of an image, `for(;;) before it is read, again` of content)
 * - the end of dialogs (`alert for ever`)
 * - the limits of bytes (`gzip bomb` of an image, `a comment of 100 MB`) and of memory (`memory, buffers` of an image)
 * - watched events (`requests for ever`)
 * - endless navigations (`location for ever`, `reload for ever`)
 * - downloads (`download`)
 */
const onlyLong: Record<Endpoint, readonly string[]> = {
  image: [
    ...[
      'a server that thinks for 17 s',
      'never a script',
      'never a frame',
      '100 MB of text',
      'confirm for ever, later',
    ],
    ...['for(;;) after load', 'for(;;) again and again', 'a regular expression', 'WebAssembly that burns'],
    ...['for(;;) in promises', 'a million nodes', 'memory, numbers', 'memory, at once', 'many frames'],
    ...['a shared worker that burns', 'a service worker that burns', 'events for ever', 'animations'],
    ...['location for ever, later', 'meta refresh for ever', 'form for ever', 'hash for ever'],
    ...['gzip bomb as an image', 'download by location', 'octets', 'zip'],
  ],
  pdf: [
    ...['never an image', 'alert for ever', 'for(;;)', '100 MB of text', 'memory, buffers', 'nested nodes'],
    ...['location for ever', 'download'],
  ],
  content: [
    ...['for(;;)', 'gzip bomb', 'memory, buffers', 'HTTP redirects for ever', 'location for ever', 'nested nodes'],
    'comments longer than a string',
  ],
  metadata: [
    ...['for(;;)', 'memory, buffers', 'HTTP redirects for ever', 'location for ever', 'print for ever'],
    'nested nodes',
  ],
  animated: [...everywhere, 'alert for ever', 'reload for ever'],
};

/** For `make test`; `make test-long` renders all. */
export const shortOutputs: readonly HostileOutput[] = hostileOutputs.filter(
  ({ name, options: { endpoint } }) => !onlyLong[endpoint].includes(name),
);

const isKnown = (endpoint: string, name: string) =>
  hostileOutputs.some((each) => each.name === name && each.options.endpoint === endpoint);

for (const [endpoint, names] of Object.entries(onlyLong))
  for (const name of names) assert.ok(isKnown(endpoint, name), `${endpoint}: ${name}`);
