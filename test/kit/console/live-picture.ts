import type { Page } from 'playwright-core';
import { until } from '../until.js';

/** The viewport of a session that emulates no device, in CSS pixels. */
const session = { width: 1440, height: 900 };

/** Where a viewer's screen shows a point of the session's page. */
const placeOf = async (viewer: Page, x: number, y: number) => {
  const box = await viewer.locator('#picture').boundingBox();
  if (!box) throw new Error('The live view shows no picture.');
  return [box.x + (box.width * x) / session.width, box.y + (box.height * y) / session.height] as const;
};

/** Clicks into the picture at a point of the session's page. */
export const clickPicture = async (viewer: Page, x: number, y: number): Promise<void> =>
  viewer.mouse.click(...(await placeOf(viewer, x, y)));

/** `connecting`, `live`, `paused`, `ended` and so on. */
export const stateOf = (viewer: Page): Promise<string | null> => viewer.getAttribute('#stage', 'data-state');

export const showsAddress = (viewer: Page, address: string): Promise<void> =>
  until(`the live view shows ${address}`, async () => (await viewer.textContent('#url')) === address);
