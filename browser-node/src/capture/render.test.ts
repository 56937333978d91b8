import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TintypeError } from '@tintype/contracts';
import { CdpError, EventTooLarge, PageCrashed } from '../browser/cdp/connection.js';
import { outputs } from './outputs/outputs.js';
import { VirtualTimeStuck } from './recording/virtual-time.js';
import { type Made, make, openOutputs, ownFailure, renderErrorFrom } from './render.js';
import type { Run } from './run.js';

const runOf = (run: object, signal = new AbortController().signal) =>
  ({ surroundings: {}, deadline: { signal }, ...run }) as Run;

describe('a failure of one output', () => {
  it('leaves the others alone before the page is loaded', async () => {
    const avif = runOf({ endpoint: 'image', options: { type: 'avif' } });
    const page = { session: { send: async () => ({}) } };
    const pdf = runOf({ endpoint: 'pdf', options: {}, page });
    const made: [Run, Made][] = [];
    const opened = await openOutputs({ runs: [avif, pdf], onMade: (...each) => made.push(each) });
    assert.deepEqual(opened, [pdf]);
    const [[run, failure] = []] = made;
    assert.ok(run === avif && failure instanceof TintypeError && made.length === 1);
    assert.match(failure.message, /needs sharp/);
  });

  it('is its own, also if Chromium or the encoder refuses it', () => {
    for (const error of [new CdpError('Unable to capture'), new TypeError('bad png')]) {
      const failure = ownFailure(runOf({}))(error);
      assert.deepEqual([failure.code, failure.cause], ['render_failed', error]);
    }
  });

  it('ends all if the page, its clock or the time is lost', () => {
    for (const error of [new PageCrashed('crashed'), new VirtualTimeStuck('stuck')])
      assert.throws(() => ownFailure(runOf({}))(error), error);
    const late = new CdpError('late');
    assert.throws(() => ownFailure(runOf({}, AbortSignal.abort()))(late), late);
  });

  it("is the result's size for a picture that cannot be read, and the page's for another message", () => {
    const codeOf = (method: string) => renderErrorFrom(new EventTooLarge(method), 'animated').code;
    assert.deepEqual(['Page.screencastFrame', 'Network.requestWillBeSent'].map(codeOf), [
      'result_too_large',
      'render_failed',
    ]);
  });
});

describe('a recording', () => {
  it('warns of advertisements that its last looks may have missed', async ({ mock }) => {
    let isLate = false;
    const hideNew = async () => {
      isLate = true;
      return true;
    };
    const report = ({ warnings }: Run) => isLate && warnings.push('late');
    const ads = { hide: async () => undefined, hideNew, report };
    mock.method(outputs.animated, 'make', async (_run: Run, _over: AbortSignal, look: () => Promise<boolean>) => {
      await look();
      return { contentType: 'image/gif', body: Buffer.from('GIF') };
    });
    const page = { activity: { documents: 1, ignoresParts: true } };
    const run = runOf({ endpoint: 'animated', page, options: {}, warnings: [], timings: {}, resultBytes: null });
    const loaded = { runs: [run], shared: { warnings: [], timings: {} }, over: new AbortController().signal, ads };
    const { warnings } = await make(run, loaded as unknown as Parameters<typeof make>[1]);
    assert.deepEqual(warnings, ['late']);
  });
});
