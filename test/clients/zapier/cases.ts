import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { decodePng } from '../../kit/pages/picture.js';
import { unusedPort } from '../../kit/process/unused-port.js';
import type { ClientStage } from '../stage.js';
import { PlayedZapier } from './played-zapier.js';

/** The account of the stage. */
export const zapierName = 'zapier';

interface Batch {
  id: string;
  status: string;
  results: { url: string; status: string; location: string | null; errorCode: string | null }[];
}

/** The POST of the service, as Zapier hands it to the app. */
interface RawRequest {
  headers: Record<string, string>;
  content: string;
}

/** `z.errors.Error` has message, code and status as JSON; people see the message. */
const failure = (name: string, message: RegExp, code?: string) => (error: Error) => {
  assert.equal(error.name, name, error.message);
  const shown = error.message.startsWith('{') ? JSON.parse(error.message) : { message: error.message };
  assert.match(shown.message, message);
  if (code !== undefined) assert.equal(shown.code, code);
  return true;
};

/** Zapier replaces the text when a later step uses the value. */
const loadOf = (pointer: unknown): Record<string, unknown> => {
  const [, payload = ''] = /^hydrate\|\|\|(.*)\|\|\|hydrate$/s.exec(String(pointer)) ?? [];
  const { method, bundle } = JSON.parse(payload);
  return { method, bundle: { inputData: bundle } };
};

/** The app in Zapier's own runner, against the service of the stage. */
export const zapierCases = (stageOf: () => ClientStage): void => {
  void describe('the Zapier app', { concurrency: 1 }, () => {
    let zapier: PlayedZapier;
    let site: string;
    let account: { baseUrl: string; apiKey: string; apiSecret: string };

    before(async () => {
      zapier = await PlayedZapier.start();
      const {
        TINTYPE_URL = '',
        TINTYPE_KEY = '',
        TINTYPE_SECRET = '',
        SITE_URL = '',
      } = stageOf().environmentOf(zapierName);
      account = { baseUrl: TINTYPE_URL, apiKey: TINTYPE_KEY, apiSecret: TINTYPE_SECRET };
      site = SITE_URL;
      await stageOf().addPreset(zapierName, 'stored', { s3Redirect: true });
    });
    after(() => zapier?.stop());

    const run = async <T>(method: string, bundle: Record<string, unknown> = {}, more: Record<string, unknown> = {}) => {
      const event = { command: 'execute', method, bundle: { authData: account, ...bundle }, ...more };
      const { results, status } = await zapier.call(event);
      return { results: results as T, status };
    };
    const perform = async <T>(key: string, inputData: object = {}, more: Record<string, unknown> = {}) =>
      (await run<T>(`${key}.operation.perform`, { inputData, ...more })).results;
    const load = async <T>(pointer: unknown) => {
      const { method, bundle } = loadOf(pointer);
      return (await run<T>(String(method), bundle as Record<string, unknown>)).results;
    };

    it('passes the validation of the platform', async () => {
      assert.deepEqual((await zapier.call({ command: 'validate' })).results, []);
    });

    it('connects an account, and names it', async () => {
      const address = ` ${account.baseUrl}/ `;
      const { results } = await run<object>('authentication.test', { authData: { ...account, baseUrl: address } });
      const host = new URL(account.baseUrl).host;
      assert.deepEqual(results, { id: 'walker-zapier', host });
      const definition = (await zapier.call({ command: 'definition' })).results as {
        authentication: { connectionLabel: string };
      };
      assert.equal(definition.authentication.connectionLabel, '{{id}} at {{host}}');
    });

    const connections: [name: string, change: () => object | Promise<object>, message: RegExp][] = [
      ['a wrong secret', () => ({ apiSecret: 'other' }), /does not know this API key with this secret/],
      ['no key', () => ({ apiKey: ' ' }), /^The connection has no API Key\. Reconnect Tintype in Zapier\.$/],
      ['no secret', () => ({ apiSecret: '' }), /^The connection has no API Secret\./],
      [
        'a server that does not answer',
        async () => ({ baseUrl: `http://127.0.0.1:${await unusedPort()}` }),
        /^No connection to http:\/\/127\.0\.0\.1:\d+\. .* Zapier must reach the service from the internet\.$/,
      ],
      ['the address of another server', () => ({ baseUrl: site }), /is not one of Tintype\. Check the base URL/],
      ['no address', () => ({ baseUrl: 'ftp://a b' }), /takes an http or https URL/],
    ];
    for (const [name, change, message] of connections)
      it(`says what is wrong with ${name}`, async () => {
        const authData = { ...account, ...(await change()) };
        await assert.rejects(run('authentication.test', { authData }), failure('AppError', message));
        const isSecret = name === 'a wrong secret';
        await assert.rejects(
          run('searches.find_metadata.operation.perform', { authData, inputData: { url: site } }),
          failure(isSecret ? 'ExpiredAuthError' : 'AppError', message),
        );
      });

    it('captures a picture that the next steps can use, and shows no secret', async () => {
      zapier.logs = '';
      const input = {
        ...{ url: `${site}/article`, vw: 60, vh: '40', timeout: '20', hide: ['.ad'], headers: { 'X-A': '1' } },
        preset: 'stored',
      };
      const picture = await perform<Record<string, unknown>>('creates.capture_image', input);
      const { file, url, ...facts } = picture;
      assert.ok(String(url).startsWith(`${account.baseUrl}/files/`), String(url));
      const bytes = Buffer.from(await (await fetch(String(url))).arrayBuffer());
      const { width, height } = decodePng(bytes);
      assert.deepEqual([width, height, facts.bytes], [60, 40, bytes.length]);
      assert.deepEqual(
        [facts.contentType, facts.fromCache, facts.credits, facts.targetStatus, facts.warnings],
        ['image/png', false, 1, 200, []],
      );
      const stored = await load<string>(file);
      const copy = zapier.files.get(new URL(stored).pathname.slice(1));
      assert.deepEqual([copy?.name, copy?.type], [facts.fileName, 'image/png']);
      assert.ok(copy && Buffer.from(await copy.arrayBuffer()).equals(bytes));
      assert.match(zapier.logs, /v1\/renders/);
      const bearer = Buffer.from(`${account.apiKey}:${account.apiSecret}`).toString('base64');
      for (const secret of [account.apiSecret, bearer.replace(/=+$/, '')])
        assert.ok(!`${JSON.stringify(picture)}${zapier.logs}`.includes(secret), 'a secret is in the Zap or its log');
    });

    it('says when a file is gone', async () => {
      const url = `${account.baseUrl}/files/unknown/a.png`;
      await assert.rejects(run('hydrators.copyFile', { inputData: { url } }), failure('AppError', /The file is gone/));
    });

    it('prints Markdown, and records a page', async () => {
      const pdf = await perform<{ contentType: string; targetStatus: number }>('creates.capture_pdf', {
        markdown: '# Invoice 7',
        format: 'A5',
      });
      assert.deepEqual([pdf.contentType, pdf.targetStatus], ['application/pdf', 200]);
      const gif = await perform<{ contentType: string }>('creates.capture_animated', {
        ...{ url: `${site}/moving`, duration: 1, vw: 60, vh: 40 },
      });
      assert.equal(gif.contentType, 'image/gif');
    });

    it('reads text and metadata', async () => {
      const url = `${site}/article`;
      const [content] = await perform<{ textContent: string; markdown: string }[]>('searches.find_content', { url });
      assert.match(content?.textContent ?? '', /A lantern is a lamp/);
      assert.match(content?.markdown ?? '', /^# Lanterns/);
      const [metadata] = await perform<{ author: string; video: null }[]>('searches.find_metadata', { url });
      assert.deepEqual([metadata?.author, metadata?.video], ['Ida Lens', null]);
    });

    it('says which field is wrong, and what is wrong with a page', async () => {
      const url = `${site}/article`;
      const wrong: [input: object, message: RegExp, code: string][] = [
        [{ url, vw: 0 }, /^The option `vw` takes a whole number from 1 to 5000.*\(invalid_option\)$/, 'invalid_option'],
        [{}, /Give one of `url`, `html` and `markdown`/, 'missing_url'],
        [{ url, selector: '#nowhere', timeout: 1 }, /selector/, 'selector_not_found'],
        [{ url: 'http://10.0.0.1/' }, /private or blocked/, 'target_blocked'],
      ];
      for (const [input, message, code] of wrong)
        await assert.rejects(perform('creates.capture_image', input), failure('AppError', message, code));
    });

    const delivered = async (batchId: string): Promise<RawRequest> => {
      const { RECEIVER_URL = '' } = stageOf().environmentOf(zapierName);
      const response = await fetch(`${RECEIVER_URL}/deliveries/${batchId}`);
      const { headers, body } = (await response.json()) as { headers: Record<string, string>; body: string };
      return {
        headers: { 'Content-Type': 'application/json', 'Http-X-Signature': String(headers['x-signature']) },
        content: body,
      };
    };
    const signed = (content: string, secret: string, secondsAgo = 0): RawRequest => {
      const time = Math.floor(Date.now() / 1000) - secondsAgo;
      const hex = createHmac('sha256', secret).update(`${time}.${content}`).digest('hex');
      return { headers: { 'X-Signature': `t=${time},v1=${hex}` }, content };
    };

    describe('a batch', { concurrency: 1 }, () => {
      let outputData: Batch;
      let genuine: RawRequest;
      const resume = (change: object) =>
        run<Batch>('creates.start_batch.operation.performResume', { outputData, rawRequest: genuine, ...change });
      const notify = (rawRequest: RawRequest) => perform<Batch[]>('triggers.batch_notified', {}, { rawRequest });

      it('pauses the Zap until it has finished', async () => {
        const { RECEIVER_URL } = stageOf().environmentOf(zapierName);
        const inputData = {
          ...{ type: 'image', urls: [`${site}/article`, 'http://10.0.0.1/'], wait: true },
          options: { vw: '60', vh: '40' },
        };
        const { results, status } = await run<Batch>(
          'creates.start_batch.operation.perform',
          { inputData },
          { callback_url: `${RECEIVER_URL}/hook` },
        );
        assert.equal(status, 'CALLBACK');
        outputData = results;
        genuine = await delivered(results.id);
        const { results: batch } = await resume({});
        assert.equal(batch.status, 'completed_with_errors');
        const [first, second] = batch.results;
        assert.match(first?.location ?? '', /^http.*\/screenshots\/.*\.png$/);
        assert.deepEqual([second?.url, second?.errorCode], ['http://10.0.0.1/', 'target_blocked']);
      });

      it('does not go on with a forged notification, or that of another batch', async () => {
        const forged = { ...genuine, content: genuine.content.replace('http', 'https') };
        await assert.rejects(
          resume({ rawRequest: forged }),
          failure('HaltedError', /was refused\. The signature does not fit/),
        );
        const other = { ...outputData, id: 'batch_other' };
        await assert.rejects(
          resume({ outputData: other }),
          failure('HaltedError', /^A notification was refused\. It is about another batch\.$/),
        );
      });

      it('starts a Zap once by its notification', async () => {
        const [batch] = await notify(genuine);
        assert.deepEqual([batch?.id, batch?.results.length], [outputData.id, 2]);
        await assert.rejects(
          notify(genuine),
          failure('HaltedError', /^A notification was refused\. It has come before\.$/),
        );
      });

      it('starts no Zap by a notification that is forged or old', async () => {
        const body = genuine.content;
        const refused: [request: RawRequest, message: RegExp][] = [
          [signed(body, 'other'), /does not fit the body\. Start batches with the secret of this connection\.$/],
          [
            signed(body, account.apiSecret, 400),
            /^A notification was refused\. The delivery is more than 300 s old\.$/,
          ],
          [{ headers: {}, content: body }, /`x-signature` is missing or malformed: /],
        ];
        for (const [request, message] of refused)
          await assert.rejects(notify(request), failure('HaltedError', message));
        const failed = JSON.stringify({ event: 'batch.failed', deliveryId: 'delivery_1' });
        assert.deepEqual(await notify(signed(failed, account.apiSecret)), []);
      });

      it('is found by the trigger that asks, which reads its pages later', async () => {
        const list = await perform<(Batch & { results: string })[]>('triggers.batch_finished');
        const found = list.find(({ id }) => id === outputData.id);
        const pages = await load<Batch['results']>(found?.results);
        assert.deepEqual(
          pages.map(({ status }) => status),
          ['completed', 'failed'],
        );
      });

      it('is shown whole in a test of the editor, without a pause', async () => {
        const inputData = { type: 'pdf', urls: [`${site}/article`], wait: true };
        const { results, status } = await run<Batch>('creates.start_batch.operation.perform', {
          ...{ inputData, meta: { isLoadingSample: true } },
        });
        assert.deepEqual([status, results.status], ['SUCCESS', 'completed']);
        assert.match(results.results[0]?.location ?? '', /\.pdf$/);
      });

      it('takes one address for its notification', async () => {
        const inputData = { urls: [site], wait: true, notificationUri: 'https://example.com/' };
        await assert.rejects(perform('creates.start_batch', inputData), failure('AppError', /a batch has one address/));
      });
    });
  });
};
