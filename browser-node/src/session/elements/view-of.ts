import { raceSignal } from '@tintype/runtime';
import type { Frame } from 'playwright-core';
import type { ActionContext } from '../actions/action.js';
import { frameView } from '../browser/frame-view.js';
import { type Projection, unmoved } from '../browser/projection.js';

const patienceMs = 1000;

/** Maps places in the window of a frame to places in the window of the page. Throws for a frame that has gone or hangs. */
export const viewOf = async ({ page, deadline }: ActionContext, frame: Frame): Promise<Projection> => {
  if (frame === page.mainFrame()) return unmoved;
  return deadline.race(raceSignal(frameView(frame), AbortSignal.timeout(patienceMs)));
};
