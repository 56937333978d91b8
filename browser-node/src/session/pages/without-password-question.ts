import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../../browser/cdp.js';

const unauthorized = 401;

/** The same answer without the question for a password. Chromium's own page in its place is empty until somebody has given one. */
const answerItself = async (target: CdpSession, event: Protocol.Fetch.RequestPausedEvent): Promise<unknown> => {
  const { requestId, responseStatusCode, responseHeaders = [] } = event;
  if (responseStatusCode !== unauthorized) return target.send('Fetch.continueRequest', { requestId });
  const { body, base64Encoded } = await target.send('Fetch.getResponseBody', { requestId });
  return target.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: unauthorized,
    responseHeaders: responseHeaders.filter(({ name }) => name.toLowerCase() !== 'www-authenticate'),
    body: base64Encoded ? body : Buffer.from(body).toString('base64'),
  });
};

/** Does something while documents of the page ask for no password: it gets what they answer to whoever has none. */
export const withoutPasswordQuestion = async <T>(target: CdpSession, act: () => Promise<T>): Promise<T> => {
  const stop = target.on('Fetch.requestPaused', (event) => {
    // A page that has gone on needs no answer.
    answerItself(target, event).catch(() => undefined);
  });
  await target.send('Fetch.enable', { patterns: [{ resourceType: 'Document', requestStage: 'Response' }] });
  try {
    return await act();
  } finally {
    stop();
    await target.send('Fetch.disable').catch(() => undefined);
  }
};
