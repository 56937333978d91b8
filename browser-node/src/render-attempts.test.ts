import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Endpoint, type RenderJob, tooMuchMemory } from '@tintype/contracts';
import { PageCrashed, TargetGone } from './browser/cdp/connection.js';
import { NotRestored } from './capture/render.js';
import { KilledForMemory, renderInAttempts } from './render-attempts.js';

const crash = () => new PageCrashed('crashed');
const memory = () => new KilledForMemory('killed');
const gone = () => new TargetGone('gone');
const spoilt = () => new NotRestored('spoilt');

type Step = Endpoint | 'load' | 'after content';
type Failures = [step: Step, error: Error][];

/** Renders content, image and pdf; each attempt fails at the first step whose failure is next in the list. */
const renderWith = async (list: Failures) => {
  const log: string[] = [];
  const failures = [...list];
  const fail = (step: Step) => {
    const [failure] = failures;
    if (failure?.[0] !== step) return;
    failures.shift();
    throw failure[1];
  };
  const jobs = (['content', 'image', 'pdf'] as const).map((endpoint) => ({ endpoint }) as RenderJob);
  const rendering = renderInAttempts(
    jobs,
    async ({ outputs, onBegin, onDone }) => {
      log.push('load');
      fail('load');
      for (const output of outputs) {
        onBegin(output);
        fail(output.endpoint);
        onDone(output);
        log.push(output.endpoint);
        if (output.endpoint === 'content') fail('after content');
      }
    },
    ({ endpoint }, { message }) => log.push(`${endpoint}: ${message}`),
  );
  const end = await rendering.then(
    () => 'done',
    ({ message }: Error) => message,
  );
  return [...log, end].join(', ');
};

describe('renderInAttempts', () => {
  const cases: [name: string, failures: Failures, log: string][] = [
    ['loads the page once', [], 'load, content, image, pdf, done'],
    ['tries once more after a crash', [['image', crash()]], 'load, content, load, image, pdf, done'],
    [
      'fails the output alone that crashes its page twice',
      [
        ['image', crash()],
        ['image', crash()],
      ],
      'load, content, load, image: The page crashed twice. Load less of the page with `block`., load, pdf, done',
    ],
    [
      'fails the output alone that takes too much memory',
      [['image', memory()]],
      `load, content, image: ${tooMuchMemory}, load, pdf, done`,
    ],
    [
      'blames each output for its own crashes',
      [
        ['image', crash()],
        ['pdf', crash()],
      ],
      'load, content, load, image, load, pdf, done',
    ],
    [
      'fails all if the page crashes while it loads',
      [
        ['load', crash()],
        ['load', crash()],
      ],
      'load, load, The page crashed twice. Load less of the page with `block`.',
    ],
    ['fails all if loading takes too much memory', [['load', memory()]], `load, ${tooMuchMemory}`],
    ['takes another page if one stays changed', [['after content', spoilt()]], 'load, content, load, image, pdf, done'],
    [
      'tries three times if the browser dies',
      [
        ['image', gone()],
        ['image', gone()],
        ['image', gone()],
      ],
      'load, content, load, load, gone',
    ],
    ['ends at any other failure', [['load', new Error('wrong')]], 'load, wrong'],
  ];
  for (const [name, failures, log] of cases) it(name, async () => assert.equal(await renderWith(failures), log));
});
