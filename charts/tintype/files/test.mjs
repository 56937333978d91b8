// `helm test`: takes a signed picture and opens a session, through the Service, with the installation's first account.
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

const { TEST_API: api, TEST_URL: url, TEST_SESSION: session, TEST_ACCOUNTS: accounts = '' } = process.env;

// Helm gives up after 5 minutes by default, and the log with it.
const all = AbortSignal.timeout(240_000);
// A new release may not be ready yet.
const startMs = 60_000;

const isUp = () =>
  fetch(`${api}/ip-ranges.json`, { signal: AbortSignal.timeout(5000) }).then(
    ({ ok }) => ok,
    () => false,
  );

const waitForApi = async () => {
  const until = Date.now() + startMs;
  while (!(await isUp())) {
    if (Date.now() > until) throw new Error(`The api does not answer at ${api}: kubectl get pods shows what its pods wait for.`);
    await pause(1000);
  }
};

const call = async (what, path, options) => {
  const response = await fetch(`${api}${path}`, { ...options, signal: AbortSignal.any([all, AbortSignal.timeout(120_000)]) });
  if (!response.ok) throw new Error(`${what} of ${url} got ${response.status}: ${await response.text()}`);
  return response;
};

const takePicture = async (apiKey, secret) => {
  const query = `url=${encodeURIComponent(url)}&fresh=true`;
  const hash = createHash('md5').update(secret + query).digest('hex');
  const picture = await call('the picture', `/${apiKey}/${hash}/image?${query}`);
  const bytes = Buffer.from(await picture.arrayBuffer());
  if (bytes.subarray(1, 4).toString() !== 'PNG') throw new Error('The picture is not a PNG.');
  console.log(`picture: ${bytes.length} bytes, ${picture.headers.get('server-timing')}`);
};

const openSession = async (apiKey, secret) => {
  const headers = {
    authorization: `Bearer ${Buffer.from(`${apiKey}:${secret}`).toString('base64')}`,
    'content-type': 'application/json',
  };
  const post = (what, path, body) => call(what, path, { method: 'POST', headers, body: JSON.stringify(body) });
  const { sessionId } = await (await post('the session', '/v1/sessions', { maxTtlSeconds: 60 })).json();
  try {
    await post('goto', `/v1/sessions/${sessionId}/actions`, { type: 'goto', payload: { url } });
    const { title } = await (await post('title', `/v1/sessions/${sessionId}/actions`, { type: 'title' })).json();
    console.log(`session: ${sessionId}, title "${title}"`);
  } finally {
    const closed = await (await call('close', `/v1/sessions/${sessionId}`, { method: 'DELETE', headers })).json();
    console.log(`closed: ${closed.session.billedCredits} credits`);
  }
};

try {
  const [, apiKey, secret] = /^[^:]*:([^:]*):([^,]*)/.exec(accounts.trim()) ?? [];
  if (!apiKey || !secret) throw new Error('The Secret has no account: user_id:api_key:api_secret under "accounts".');
  await waitForApi();
  await takePicture(apiKey, secret);
  if (session === 'true') await openSession(apiKey, secret);
} catch (error) {
  console.error(error.cause ? `${error.message} ${error.cause.message ?? ''}` : error.message);
  process.exitCode = 1;
}
