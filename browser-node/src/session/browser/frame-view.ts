import type { Frame } from 'playwright-core';
import { pixelRatio, windowSize } from '../../in-page/window.js';
import { type FrameSession, type InnerFrame, innerOf } from './playwright-inner.js';
import { chained, identityProjection, ontoQuad, type Projection, scaledBy } from './projection.js';

const sizeOf = async (frame: InnerFrame) => (await frame.utilityContext()).evaluate(windowSize);
const ratioOf = async (frame: InnerFrame) => (await frame.utilityContext()).evaluate(pixelRatio);

/** Maps points of a frame to the page's window. Throws if the frame is gone. */
export const viewIn = async (frame: InnerFrame): Promise<Projection> => {
  const parent = frame.parentFrame();
  if (!parent) return identityProjection;
  const session = parent._page.delegate._sessionForFrame(parent);
  const { backendNodeId } = await session._client.send('DOM.getFrameOwner', { frameId: frame._id });
  const { model } = await session._client.send('DOM.getBoxModel', { backendNodeId });
  return chained(await viewOfQuads(session, parent), ontoQuad(model.content, await sizeOf(frame)));
};

/**
 * Maps the browser's quads of a frame's elements to the page's window. The browser gives them in the outermost window
 * of the process, with its transforms, in pixels scaled by CSS zoom.
 */
export const viewOfQuads = async ({ _page, _targetId }: FrameSession, frame: InnerFrame): Promise<Projection> => {
  const root = _page.frameManager.frame(_targetId);
  if (!root) throw new Error('The frame is gone.');
  if (root === frame) return viewIn(frame);
  return chained(await viewIn(root), scaledBy((await ratioOf(frame)) / (await ratioOf(root))));
};

export const frameView = (frame: Frame): Promise<Projection> => viewIn(innerOf(frame));
