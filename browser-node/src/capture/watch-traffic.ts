import type { Run } from './run.js';

/** More than any picture needs, after decompression. */
const mostBytes = 128 * 2 ** 20;
/** A longer document could not be laid out in time: at 10 MB of text Chromium needs 10 s and more than a gigabyte. */
const mostOfDocument = 8 * 2 ** 20;
/** Messages that the browser tells us of, one by one; a socket can bring a hundred thousand a second. */
const mostMessages = 20_000;

/**
 * Stops what a page loads once it is too much: documents without end, compressed bombs, floods of messages. What has
 * come is captured.
 */
export const watchTraffic = ({ page, warnings }: Run, signal: AbortSignal): void => {
  const { session, activity } = page;
  let bytes = 0;
  let messages = 0;
  const count = (length: number, request?: string) => {
    bytes += request === activity.document ? length * (mostBytes / mostOfDocument) : length;
    messages += 1;
    if (bytes <= mostBytes && messages <= mostMessages) return;
    leave();
    warnings.push('The page loaded too much and was stopped.');
    activity.giveUp();
    // Not awaited: the renderer may be busy. Without the first, every message costs us as much as it costs the page.
    session.send('Network.disable').catch(() => undefined);
    session.send('Page.stopLoading').catch(() => undefined);
  };
  const handlers = [
    // A picture that stands in its own address comes with the event that tells of it.
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
