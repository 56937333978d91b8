import { phases } from '@tintype/contracts';

const text = (description: string, example?: string, schema: object = {}) => ({
  description,
  schema: { type: 'string' as const, ...schema },
  ...(example === undefined ? {} : { example }),
});

/** The headers of answers, as components. */
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
    '`private`, with the seconds that the result stays cached here; `no-store` with `fresh=true`.',
    'private, max-age=604800',
  ),
  ETag: text(
    'SHA-256 of the bytes. Send it back in `If-None-Match` and the same bytes answer 304.',
    '"9f86d081884c7d65…"',
  ),
  'X-Cache': text(
    '`HIT`: rendered before; `MISS`: rendered for this request; `COALESCED`: rendered for an identical one in flight.',
    'MISS',
    { enum: ['HIT', 'MISS', 'COALESCED'] },
  ),
  'X-Credits-Charged': text('Credits that this request cost. Nothing is charged in this version: always 0.', '0', {
    pattern: '^[0-9]+$',
  }),
  'X-Target-Status': text(
    'HTTP status of the page. A page that answers 403, 404 or 500 is rendered all the same.',
    '200',
    {
      pattern: '^[0-9]{3}$',
    },
  ),
  'X-Warnings': text('What went less than well, such as a wait given up; several are separated by " | ".'),
  'Server-Timing': text(`Milliseconds of each phase: ${phases.join(', ')}.`, 'queue;dur=1.2, navigate;dur=312.0'),
  Vary: text('`Accept` with `bestFormat=true`.', 'Accept'),
  'Retry-After': text('Seconds after which to try again.', '2', { pattern: '^[0-9]+$' }),
};

export type HeaderName = keyof typeof headerComponents;

export const headerRefs = (...names: HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
