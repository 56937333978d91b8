import type { Run } from '../run.js';

/** Decompressed bytes of a page: more than any picture needs. */
const maxBytes = 128 * 2 ** 20;
/** Chromium needs 10 s and over a gigabyte to lay out 10 MB of text. */
const maxDocumentBytes = 8 * 2 ** 20;
/** A socket can deliver 100,000 messages a second, each an event for us. */
const maxMessages = 20_000;

const mebibytes = (bytes: number) => `${bytes / 2 ** 20} MiB`;
const tooMuch =
  `The page loaded too much and was stopped: ${mebibytes(maxDocumentBytes)} of its document, ` +
  `${mebibytes(maxBytes)} of all, or ${maxMessages} messages.`;

/**
 * Stops loading at a limit: endless documents, compression bombs, message floods. The page is captured with the part that
 * has loaded.
 */
export const watchTraffic = ({ page, warnings }: Run, signal: AbortSignal): void => {
  const { session, activity } = page;
  let bytes = 0;
  let messages = 0;
  const count = (length: number, request?: string) => {
    // One sum for both limits: each byte of the document counts 16 times.
    bytes += request === activity.document ? length * (maxBytes / maxDocumentBytes) : length;
    messages += 1;
    if (bytes <= maxBytes && messages <= maxMessages) return;
    leave();
    warnings.push(tooMuch);
    activity.giveUp();
    // Not awaited: the renderer may be busy. Without `Network.disable`, each message would still cost us time.
    session.send('Network.disable').catch(() => undefined);
    session.send('Page.stopLoading').catch(() => undefined);
  };
  const handlers = [
    // The event contains the whole data URL of an image.
    session.on('Network.requestWillBeSent', ({ request }) => count(request.url.length)),
    session.on('Network.dataReceived', ({ dataLength, requestId }) => count(dataLength, requestId)),
    session.on('Network.eventSourceMessageReceived', ({ data }) => count(data.length)),
    session.on('Network.webSocketFrameReceived', ({ response }) => count(response.payloadData.length)),
  ];
  const leave = () => {
    for (const remove of handlers) remove();
  };
  signal.addEventListener('abort', leave, { once: true });
};
