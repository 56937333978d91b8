import assert from 'node:assert/strict';
import { type Endpoint, endpointOptions, endpoints, errorTable } from '@tintype/contracts';
import type { z } from 'zod';
import { SeededRandom } from '../played/seeded-random.js';
import type { Answer, Service } from '../service/service.js';

const json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Right for some option, or for none. */
const pool = [
  ...[
    'true',
    'false',
    '1',
    '0',
    '-1',
    '0.01',
    '0.5',
    '2',
    '3',
    '17',
    '99',
    '300',
    '1440',
    '5000',
    '5001',
    '200000',
    '1e9',
  ],
  ...[
    'NaN',
    'Infinity',
    '0x10',
    ' ',
    'x',
    'null',
    '__proto__',
    'constructor',
    '\u0000',
    '\ud83d\ude00',
    '\u202eabc',
    'é'.repeat(300),
  ],
  ...[
    'png',
    'jpeg',
    'webp',
    'avif',
    'gif',
    'load',
    'networkidle',
    'domcontentloaded',
    'print',
    'screen',
    'A0',
    'A6',
    'Ledger',
  ],
  ...['#a', '#none', 'body', '*', 'a[[', ':not(*)', 'p >> p', 'text=a', `#a${':not(b)'.repeat(120)}`, 'x'.repeat(1001)],
  ...[
    '1mm',
    '0.5in',
    '20cm',
    '100px',
    '5pt',
    '1,2',
    '90,180',
    '-91,0',
    '1-3,5',
    '5-1',
    '0-0',
    '1-99999',
    '48.1,11.5,10',
  ],
  ...[
    'Europe/Berlin',
    'UTC',
    'Mars/Base',
    'de-DE',
    'ar',
    'zz-ZZ',
    'i-klingon',
    'pixel_5',
    'iphone_13',
    'nokia',
    'image,font',
    'script',
  ],
  ...[
    'status',
    'console',
    'request',
    'selector',
    'private',
    'public-read',
    'remove:#a',
    '#a,#none',
    '*.gif',
    'http://10.0.0.1/',
  ],
  ...[
    json({}),
    json([]),
    json({ 'x-a': 'b' }),
    json([{ name: 'a', value: 'b' }]),
    json('user:password'),
    json({ host: 'x' }),
  ],
  ...[
    'p{color:red}',
    '}{',
    'throw 1',
    'document.body.remove()',
    'location = "/"',
    'user:password',
    'Mozilla/5.0',
    '<p class="title"></p>',
  ].flatMap((text) => [text, Buffer.from(text).toString('base64url')]),
];

/** Options that only make a render slow, or name what the account lacks, with the values to try. */
const bounded: Readonly<Record<string, readonly string[]>> = {
  delay: ['0', '0.1', '-1', '61'],
  duration: ['1', '0', '31', '1.5'],
  timeout: ['1', '0', '-1', 'x'],
  vw: ['1', '300', '5000', '0'],
  vh: ['1', '300', '5000', '5001'],
  scaleFactor: ['0.01', '1', '3', '4'],
  // A missing element is waited for.
  waitFor: ['#a', 'body', 'a[[', ':not('],
  waitForId: ['a', ' '],
  waitForText: ['A page'],
  click: ['#a', 'a[['],
  preset: ['none'],
};

const valuesOf = (endpoint: Endpoint): { name: string; valid: readonly string[]; all: readonly string[] }[] =>
  Object.entries<z.ZodType>(endpointOptions[endpoint].shape).map(([name, schema]) => {
    const all = bounded[name] ?? pool;
    return { name, all, valid: all.filter((value) => schema.safeParse(value).success) };
  });

const table = new Map(endpoints.map((endpoint) => [endpoint, valuesOf(endpoint)]));

/** Up to five options, most of them right by themselves. */
const wildOptions = (endpoint: Endpoint, random: SeededRandom): Record<string, string> => {
  const options = (table.get(endpoint) ?? []).filter(({ name }) => name !== 'url');
  const wild: Record<string, string> = {};
  for (let left = random.between(1, 6); left >= 1; left -= 1) {
    const { name, valid, all } = random.oneOf(options);
    wild[name] = random.oneOf(random.chance(0.9) && valid.length > 0 ? valid : all);
  }
  return wild;
};

const checkAnswer = (answer: Answer, what: string): void => {
  const { status } = answer;
  assert.ok(answer.body.length > 0, what);
  if (status === 200) return;
  const { code, error } = answer.error();
  const said = `${status} ${code}: ${error} to ${what}`;
  assert.equal(errorTable[code as keyof typeof errorTable]?.status, status, said);
  // A loaded machine may need more than the 2 s that each request allows.
  assert.ok(status < 500 || code === 'timeout', said);
};

/** Number of answers by status. */
export type WildAnswers = Record<number, number>;

/**
 * Asks every endpoint for the page with random options, until the time is over. Throws if an answer is outside the
 * catalogue or our failure, or if the request after a failure fails.
 */
export const tryWildOptions = async (
  { service, url, seed }: { service: Service; url: string; seed: number },
  milliseconds: number,
): Promise<WildAnswers> => {
  const random = new SeededRandom(seed);
  const answers: WildAnswers = {};
  const end = performance.now() + milliseconds;
  for (let turn = 0; performance.now() < end; turn += 1) {
    const endpoint = endpoints[turn % endpoints.length] as Endpoint;
    const options = {
      url,
      timeout: '2',
      ...(endpoint === 'animated' ? { duration: '1' } : {}),
      ...wildOptions(endpoint, random),
    };
    const what = `${endpoint} ${JSON.stringify(options).slice(0, 2000)}, SEED=${seed}`;
    const answer = await service.get({ ...options, timestamp: String(turn) }, { endpoint });
    checkAnswer(answer, what);
    answers[answer.status] = (answers[answer.status] ?? 0) + 1;
    if (answer.status <= 400) continue;
    const next = await service.get({ url, timestamp: `after ${turn}` }, { endpoint: 'metadata' });
    assert.equal(next.status, 200, `after ${what}: ${next.body}`);
  }
  return answers;
};

/** The seed that a failure named, else the usual one. */
export const seedOfRun = (usual: number): number => Number(process.env.SEED ?? usual);
