import { TintypeError } from '@tintype/contracts';
import type { Frame, FrameControl } from '../../browser/page/frame-control.js';
import type { Run } from '../run.js';
import type { FrameSink } from './frame-sink.js';

/** What every way of recording takes. */
export interface Recording {
  run: Run<'animated'>;
  sink: FrameSink;
  durationMs: number;
  /** Pictures a second. */
  fps: number;
}

export interface ControlledRecording extends Recording {
  frames: FrameControl;
}

const maxAttempts = 10;

/** Chromium cannot always give the first picture. `paint` begins a frame with a screenshot. */
export const firstPicture = async (paint: (attempt: number) => Promise<Frame>): Promise<string> => {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const { png } = await paint(attempt);
    if (png) return png;
  }
  throw new TintypeError('render_failed', 'Chromium could not capture the page.');
};
