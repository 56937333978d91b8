import { renderSteps } from '@tintype/contracts';

const text = (description: string, example?: string, schema: object = {}) => ({
  description,
  schema: { type: 'string' as const, ...schema },
  ...(example === undefined ? {} : { example }),
});

/** The response headers of all routes, as components of the document. */
export const headerComponents = {
  'X-Request-Id': text(
    'Id of the request; errors, logs and jobs carry it.',
    'req_5f0c1f9e-6c8f-4f6f-9a53-0d2f1c9b7c11',
  ),
  'Content-Disposition': text(
    'The file name: `fileName`, or one made from the URL.',
    'inline; filename="example.com.png"',
  ),
  'Cache-Control': text(
    '`private` with the seconds until the result expires; `no-store` with `fresh=true`.',
    'private, max-age=604800',
  ),
  ETag: text('SHA-256 of the bytes. Send it in `If-None-Match` to get 304 for the same bytes.', '"9f86d081884c7d65…"'),
  'X-Cache': text(
    '`HIT`: rendered before; `MISS`: rendered for this request; `COALESCED`: rendered for an identical one in flight.',
    'MISS',
    { enum: ['HIT', 'MISS', 'COALESCED'] },
  ),
  'X-Credits-Charged': text(
    'Credits that this request cost: 1 for a new result, 0 for a result that is already paid. A failed redirect has it if its render is paid.',
    '1',
    {
      pattern: '^[0-9]+$',
    },
  ),
  'X-Target-Status': text('HTTP status of the page. Pages with 403, 404 or 500 are rendered too.', '200', {
    pattern: '^[0-9]{3}$',
  }),
  'X-Warnings': text('Sentences that say what the result lacks, such as a wait that timed out; separated by " | ".'),
  'X-File-Url': text(
    'A link to this result that anybody can open, as long as the result is cached.',
    'https://tintype.example/files/3ZrX…/example.com.png',
  ),
  Location: text(
    "The public URL of the object in the account's storage.",
    'https://files.example.com/screenshots/2026/11/26/shot.png',
  ),
  'Preference-Applied': text('The preference that the answer follows.', 'return=representation'),
  'Accept-Ranges': text('`bytes`: the route takes `Range` with one range.', 'bytes'),
  'Content-Range': text('The part of the file.', 'bytes 0-1023/170000'),
  'X-Content-Type-Options': text('`nosniff`.', 'nosniff'),
  Allow: text('The methods that the path takes.', 'OPTIONS, POST'),
  'Access-Control-Allow-Origin': text(
    'For files and signed URLs `*`, errors included: pages of any origin may read them. On the tool server, the `Origin` of the request.',
    '*',
  ),
  'Content-Security-Policy': text('For types that may have scripts: runs none, in an origin of its own.'),
  'Server-Timing': text(
    `Milliseconds of each step of a render: ${renderSteps.join(', ')}. For a new session: \`browser\`, with the description \`warm\` or \`cold start\`.`,
    'queue;dur=1.2, navigate;dur=312.0',
  ),
  'RateLimit-Policy': text(
    'The limits that this request counts against: quota `q` in a window of `w` seconds; unit `qu`, requests by default. Absent without a limit. IETF draft httpapi-ratelimit-headers.',
    '"requests";q=10;w=1, "bandwidth";q=10000000000;w=86400;qu="content-bytes"',
  ),
  RateLimit: text(
    'What is left of these limits: rest `r`, whole again in `t` seconds.',
    '"requests";r=8;t=1, "bandwidth";r=9998000000;t=3600',
  ),
  Vary: text('`Accept` with `bestFormat=true`; `Origin` on the tool server.', 'Accept'),
  'Retry-After': text('Seconds to wait before a retry.', '2', { pattern: '^[0-9]+$' }),
};

export type HeaderName = keyof typeof headerComponents;

/** References to header components, by the header's name. */
export const headerRefs = (...names: HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
