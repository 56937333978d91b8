import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { documentUrl, pairsOfJson } from '@tintype/contracts';
import { html, type PageHandler, type PageServer, startPages } from '../../../../kit/pages/pages.js';
import { startRenderStage } from '../../../../kit/render/render-stage.js';

const token = 'secret-of-ours';

export const pageSecretCases = (): void => {
  describe('headers and cookies of a page', () => {
    let site: PageServer;
    let stage: Awaited<ReturnType<typeof startRenderStage>>;
    /** Host, path, header and cookies of each request. */
    let seen: { at: string; token: string | undefined; accept: string | undefined; cookie: string | undefined }[] = [];

    const noting =
      (page: PageHandler): PageHandler =>
      (request, response) => {
        const { host = '', accept, cookie } = request.headers;
        seen.push({
          at: host.split(':')[0] + (request.url ?? ''),
          token: request.headers['x-token'] as string,
          accept,
          cookie,
        });
        page(request, response);
      };
    const to =
      (path: string): PageHandler =>
      (request, response) => {
        const { port } = new URL(`http://${request.headers.host}`);
        response.writeHead(302, { location: path.replace('.test', `.test:${port}`) }).end();
      };
    const posting = (action: string, more = '') =>
      `<form method="post" ${more} action="${action}"></form><script>document.forms[0].submit()</script>`;
    const on = (host: string, path: string) => `http://${host}:${site.port}${path}`;
    const pages: Record<string, PageHandler> = {
      '/plain': html('<p>plain</p>'),
      '/image.png': (_, response) => response.end(),
      '/parts': (request, response) =>
        html(`<img src="/image.png?own"><img src="http://b.test:${site.port}/image.png?other">
        <iframe src="/plain?frame"></iframe><iframe src="http://b.test:${site.port}/frame"></iframe>
        <script>addEventListener('load', () => fetch('/plain?fetch'))</script>`)(request, response),
      '/frame': (request, response) =>
        html(`<img src="http://a.test:${site.port}/image.png?from-frame">`)(request, response),
      '/same': to('/plain?after-same'),
      '/away': to('http://b.test/hostile'),
      '/hostile': (request, response) =>
        html(
          `<img src="http://a.test:${site.port}/image.png?from-page"><iframe src="http://a.test:${site.port}/plain?from-page"></iframe>`,
        )(request, response),
      '/to-post': to('http://b.test/post'),
      '/post': (request, response) => html(posting(`http://a.test:${site.port}/transfer`))(request, response),
      '/to-racing': to('http://b.test/racing'),
      '/racing': (request, response) =>
        html(`<meta name="referrer" content="no-referrer"><script>
        location = 'http://a.test:${site.port}/slow';
        setInterval(() => fetch('http://a.test:${site.port}/plain?racing', { mode: 'no-cors', cache: 'no-store' }), 50);
        </script>`)(request, response),
      '/slow': (request, response) => void setTimeout(() => html('<p>slow</p>')(request, response), 1000),
      '/framed': (request, response) =>
        html(`<iframe src="http://b.test:${site.port}/top"></iframe>`)(request, response),
      '/top': (request, response) =>
        html(posting(`http://a.test:${site.port}/transfer`, 'target=_top rel=noreferrer'))(request, response),
      '/transfer': html('<p>transferred</p>'),
      '/to-image': to('http://b.test/image.png?after'),
      '/back': to('http://a.test/image.png?back'),
      '/detour': (request, response) =>
        html(`<img src="http://b.test:${site.port}/back"><img src="/to-back">`)(request, response),
      '/to-back': to('http://b.test/back'),
      '/private':
        html(`<meta name="referrer" content="no-referrer"><img src="/image.png?private"><iframe src="/inner"></iframe>
      <script>
        if (name) location = '/transfer';
        else { name = 'again'; addEventListener('load', () => fetch('/plain?private').then(() => location.reload())); }
      </script>`),
      '/inner': html('<meta name="referrer" content="no-referrer"><img src="/image.png?inner">'),
      '/data-frame': (request, response) => {
        const hostile = `<meta name="referrer" content="no-referrer"><iframe src="${on('a.test', '/plain?data')}"></iframe>
        <script>setTimeout(() => open('${on('a.test', '/transfer')}', '_self'), 200)</script>`;
        html(`<iframe src="data:text/html;base64,${btoa(hostile)}"></iframe>`)(request, response);
      },
      '/to-www': to('http://sub.a.test/www'),
      '/www': to('http://b.test/plain'),
    };

    before(async () => {
      site = await startPages(Object.fromEntries(Object.entries(pages).map(([path, page]) => [path, noting(page)])));
      stage = await startRenderStage({ port: site.port });
      for (const name of ['a.test', 'sub.a.test', 'b.test']) stage.egress.dns.set(name, { a: ['127.0.0.1'] });
    });
    after(async () => {
      await stage?.close();
      await site?.close();
    });

    const render = async (url: string, json: Record<string, unknown>) => {
      seen = [];
      return stage.render(url, { endpoint: 'content', pairs: pairsOfJson(json) });
    };
    const headers = { 'X-Token': token, Accept: 'text/ours' };
    const tokens = () => Object.fromEntries(seen.map(({ at, token: sent }) => [at, sent === token]));

    it('headers reach the page’s own origin only, in place of the browser’s', async () => {
      const { code } = await render(on('a.test', '/parts'), { headers });
      assert.equal(code, 'whole');
      assert.deepEqual(tokens(), {
        'a.test/parts': true,
        'a.test/image.png?own': true,
        'a.test/plain?frame': true,
        'a.test/plain?fetch': true,
        'b.test/image.png?other': false,
        'b.test/frame': false,
        'a.test/image.png?from-frame': false,
      });
      assert.equal(seen[0]?.accept, 'text/ours');
    });

    it('headers follow a redirect within the origin, and none to another, whose page cannot use them', async () => {
      await render(on('a.test', '/same'), { headers });
      assert.deepEqual(tokens(), { 'a.test/same': true, 'a.test/plain?after-same': true });
      const { warnings } = await render(on('a.test', '/away'), { headers });
      assert.match(
        warnings.join(),
        new RegExp(`^The page leads to http://b.test:${site.port}, which gets no .headers`),
      );
      const { 'a.test/away': first, ...others } = tokens();
      assert.deepEqual([first, Object.keys(others).length, Object.values(others).includes(true)], [true, 3, false]);
    });

    const sentTo = (start: string) => seen.filter(({ at }) => at.startsWith(start)).map(({ token: sent }) => sent);

    it('another site cannot post a form with the headers', async () => {
      await render(on('a.test', '/to-post'), { headers });
      assert.deepEqual(sentTo('a.test/'), [token, undefined]);
    });

    it('another site cannot ask with the headers while it navigates back', async () => {
      await render(on('a.test', '/to-racing'), { headers, delay: 1 });
      assert.deepEqual(sentTo('a.test/to-racing'), [token]);
      assert.equal(sentTo('a.test/slow')[0], undefined);
      assert.deepEqual(new Set(sentTo('a.test/plain?racing')), new Set([undefined]));
    });

    it('a frame of another site cannot navigate the page with the headers', async () => {
      await render(on('a.test', '/framed'), { headers, delay: 1 });
      assert.deepEqual(sentTo('a.test/'), [token, undefined]);
    });

    it('a frame of a data URL cannot ask with the headers', async () => {
      await render(on('a.test', '/data-frame'), { headers, delay: 1 });
      assert.deepEqual([sentTo('a.test/plain?data'), sentTo('a.test/transfer')], [[undefined], [undefined]]);
    });

    it('another site cannot redirect a request that has the headers', async () => {
      await render(on('a.test', '/detour'), { headers });
      assert.deepEqual(sentTo('a.test/image'), [undefined, undefined]);
    });

    it('a page that sends no referrer has the headers for its own requests and reloads', async () => {
      await render(on('a.test', '/private'), { headers, delay: 1 });
      const sent = Object.fromEntries(seen.map(({ at, token: each }) => [at, each === token]));
      assert.deepEqual([sent['a.test/image.png?private'], sent['a.test/plain?private']], [true, true]);
      assert.deepEqual(sentTo('a.test/private'), [token, token]);
      assert.deepEqual([sent['a.test/inner'], sent['a.test/image.png?inner']], [true, true]);
      assert.deepEqual(sentTo('a.test/transfer'), [token]);
    });

    it('warns of the last origin only', async () => {
      const { warnings } = await render(on('a.test', '/to-www'), { headers });
      assert.deepEqual([warnings.length, warnings[0]?.includes(`http://b.test:${site.port},`)], [1, true]);
      const login = await render(on('a.test', '/away'), { httpAuth: 'me:pass' });
      assert.match(login.warnings.join(), /^The page leads to http:\/\/b.test:\d+, which gets no `httpAuth`\. /);
    });

    const renderDocument = async (document: string, base: string, json: Record<string, unknown>) => {
      seen = [];
      return stage.render(base, { endpoint: 'content', document, pairs: pairsOfJson(json) });
    };

    it('headers and cookies of a document go to the origin of its base alone', async () => {
      const cookies = [
        { name: 'session', value: 'ours' },
        { name: 'deep', value: 'x', path: '/deep' },
      ];
      const images = ['a.test/image.png?own', 'b.test/image.png?other', 'a.test/to-image'].map(
        (at) => `<img src="http://${at.replace('.test', `.test:${site.port}`)}">`,
      );
      const document = `${images.join('')}<iframe src="${on('a.test', '/plain')}"></iframe>`;
      const { warnings } = await renderDocument(document, on('a.test', '/'), { headers, cookies });
      assert.deepEqual(warnings, []);
      assert.deepEqual(seen.map(({ at, token: sent, cookie }) => [at, sent, cookie]).toSorted(), [
        ['a.test/image.png?own', token, 'session=ours'],
        ['a.test/plain', token, 'session=ours'],
        ['a.test/to-image', token, 'session=ours'],
        ['b.test/image.png?after', undefined, undefined],
        ['b.test/image.png?other', undefined, undefined],
      ]);
    });

    it('warns that a document without a base has no server for them', async () => {
      for (const json of [{ headers }, { cookies: [{ name: 'a', value: 'b' }] }, { httpAuth: 'me:pass' }]) {
        const { warnings } = await renderDocument('<p>', documentUrl, json);
        assert.match(warnings.join(), /^A document without `baseUrl` has no server/);
      }
    });

    const cookieAt = (at: string) => seen.find((each) => each.at === at)?.cookie;

    it('cookies are set before the first request, as the page’s server could', async () => {
      const cookies = [
        { name: 'host', value: 'a b="c"' },
        { name: 'site', value: '2', domain: 'a.test', httpOnly: true },
        { name: 'deep', value: '3', path: '/deep' },
      ];
      await render(on('sub.a.test', '/plain'), { cookies });
      assert.equal(cookieAt('sub.a.test/plain'), 'host=a b="c"; site=2');
      await render(on('a.test', '/parts'), { cookies });
      assert.deepEqual([cookieAt('a.test/parts'), cookieAt('b.test/frame')], ['host=a b="c"; site=2', undefined]);
      await render(on('a.test', '/parts'), {});
      assert.equal(cookieAt('a.test/parts'), undefined);
    });

    it('refuses cookies that no request of the page would get, without their values', async () => {
      const insecure = { sameSite: 'None' };
      for (const more of [
        ...[{ domain: 'b.test' }, { domain: 'test' }, { domain: 'co.uk' }, { domain: '.co.uk' }],
        ...[{ name: '__Host-x' }, { expires: 1 }, insecure],
      ]) {
        const { code, message } = await render(on('domain' in more ? 'shop.co.uk' : 'a.test', '/plain'), {
          cookies: [{ name: 'x', value: token, ...more }],
        });
        assert.equal(code, 'invalid_option', JSON.stringify(more));
        assert.ok(!message.includes(token));
        assert.deepEqual(seen, []);
      }
    });
  });
};
