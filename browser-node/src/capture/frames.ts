import type { CdpConnection, CdpSession } from '../browser/cdp/connection.js';
import { PausedRequests } from '../browser/page/paused-requests.js';

/** What a frame gets before its first request. */
export type PrepareFrame = (session: CdpSession, requests: PausedRequests) => readonly Promise<unknown>[];

/**
 * Frames of other sites run in processes of their own, which know nothing of what the page was told. Each is held at
 * its start until it has been told the same, and so are the frames within it.
 */
export const prepareFrames = async (
  connection: CdpConnection,
  parent: CdpSession,
  prepare: PrepareFrame,
): Promise<void> => {
  parent.on('Target.attachedToTarget', ({ sessionId }) => {
    const session = connection.session(sessionId);
    const told = [...prepare(session, new PausedRequests(session)), prepareFrames(connection, session, prepare)];
    // Commands keep their order: the frame goes on when all before has been done, or the frame has gone.
    told.push(session.send('Runtime.runIfWaitingForDebugger'));
    for (const each of told) each.catch(() => undefined);
  });
  await parent.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'iframe' }],
  });
};
