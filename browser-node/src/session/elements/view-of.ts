import type { Frame } from 'playwright-core';
import { frameView } from '../browser/frame-view.js';
import { type Projection, unmoved } from '../browser/projection.js';
import type { ActionContext } from '../context/action-context.js';
import { atMost } from '../waits/in-time.js';

const patienceMs = 1000;

/** Maps places in the window of a frame to places in the window of the page. Throws for a frame that has gone or hangs. */
export const viewOf = async ({ page, deadline }: ActionContext, frame: Frame): Promise<Projection> => {
  if (frame === page.mainFrame()) return unmoved;
  return deadline.race(atMost(frameView(frame), patienceMs));
};
