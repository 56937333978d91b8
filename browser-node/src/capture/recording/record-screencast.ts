import { recordingMs } from '../run.js';
import { viewportOf } from '../viewport.js';
import { durationOf, type Recording } from './record.js';

/**
 * Records a browser without frame control (a full Chromium) by the screencast of DevTools: a picture for each change,
 * of which the encoder gets the latest `fps` times a second. Returns the length in ms.
 */
export const recordScreencast = async ({ run, sink }: Recording): Promise<number> => {
  const { session } = run.page;
  let durationMs = recordingMs(run);
  const first = Promise.withResolvers<void>();
  let begun: number | undefined;
  let latest: { png: string; at: number } | undefined;
  let added: Promise<void> = Promise.resolve();
  const take = () => {
    if (!latest || sink.busy) return;
    added = sink.add(latest.png, latest.at);
    added.catch(() => undefined);
    latest = undefined;
  };
  const leave = session.on('Page.screencastFrame', ({ data, metadata: { timestamp = 0 }, sessionId }) => {
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
    begun ??= timestamp * 1000;
    const at = timestamp * 1000 - begun;
    if (at < durationMs) latest = { png: data, at };
    if (sink.count === 0) take();
    first.resolve();
  });
  const timer = setInterval(take, 1000 / run.options.fps);
  try {
    await session.send('Page.startScreencast', { format: 'png' });
    // A busy browser takes a while to the first picture, with which the recording begins.
    await run.deadline.race(first.promise);
    durationMs = durationOf(run);
    await run.deadline.sleep(durationMs);
    await session.send('Page.stopScreencast');
    await added;
    take();
    await added;
    if (viewportOf(run.options).deviceScaleFactor !== 1)
      run.warnings.push('The recording has one pixel per CSS pixel: this browser records no other scaleFactor.');
    return durationMs;
  } finally {
    clearInterval(timer);
    leave();
  }
};
