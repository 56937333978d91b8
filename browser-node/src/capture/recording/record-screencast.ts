import { outlasts } from '@tintype/runtime';
import { screenIntervalMs } from '../../browser/page/frame-control.js';
import { viewportOf } from '../open/viewport.js';
import { reportPartial } from '../run.js';
import { durationOf, endsInTime, paceOf, type Recording, reportPace } from './record.js';
import { ScreencastPictures } from './screencast-pictures.js';

/** A page without a busy script answers in this time, on a busy machine too. */
const answerMs = 1000;

/**
 * Records a browser without frame control (a full Chromium) by the screencast of DevTools. Each change makes a picture,
 * and the encoder gets the latest `fps` times a second. Returns the length in ms, which is shorter if the encoder needs
 * the rest of the request's time.
 */
export const recordScreencast = async (recording: Recording): Promise<number> => {
  const { run, sink, beforeFrame } = recording;
  const { session } = run.page;
  const { deviceScaleFactor } = viewportOf(run.options);
  const cast = new ScreencastPictures(sink, run.options.fps, paceOf(run));
  const leave = session.on('Page.screencastFrame', ({ data, metadata: { timestamp }, sessionId }) => {
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
    cast.add(data, timestamp === undefined ? Date.now() : timestamp * 1000);
  });
  const start = () => session.send('Page.startScreencast', { format: 'png' });
  const stop = () => session.send('Page.stopScreencast');
  const restart = () => Promise.all([stop(), start()]).catch(() => undefined);
  const encoderIsLate = Promise.withResolvers<number>();
  const timer = setInterval(() => {
    cast.tick();
    if (!endsInTime(recording, cast.atMs)) encoderIsLate.resolve(cast.atMs);
    if (cast.takeRestart()) void restart();
  }, 1000 / run.options.fps);
  const frameTimer = setInterval(() => void beforeFrame?.(cast.atMs), screenIntervalMs);
  try {
    await start();
    // A busy browser takes a while to the first picture, with which the recording begins.
    await run.deadline.race(Promise.race([cast.begun, cast.failed]));
    const durationMs = durationOf(run);
    cast.durationMs = durationMs;
    const lateMs = await Promise.race([run.deadline.sleep(durationMs), encoderIsLate.promise, cast.failed]);
    clearInterval(timer);
    const lengthMs = Math.min(lateMs ?? durationMs, durationMs);
    cast.durationMs = lengthMs;
    const [isBusy] = await Promise.all([
      outlasts(session.send('Runtime.evaluate', { expression: '0' }), answerMs),
      stop(),
    ]);
    if (isBusy) reportPartial(run, 'A script of the page was running when the recording ended: the page stands still.');
    await cast.end();
    reportPace(run, cast.pace);
    if (deviceScaleFactor !== 1)
      run.warnings.push('The recording has one pixel per CSS pixel: this browser records no other scaleFactor.');
    return lengthMs;
  } finally {
    clearInterval(timer);
    clearInterval(frameTimer);
    leave();
  }
};
