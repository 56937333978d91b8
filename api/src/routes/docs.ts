import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Router from '@koa/router';
import { createOpenApi } from '../openapi/document.js';
import { Asset, revalidate } from './assets.js';

export interface DocsRoutesOptions {
  /** Where clients reach the service; undefined: at the host that they request. */
  baseUrl: URL | undefined;
}

/**
 * Nothing from other hosts and nothing inline: the viewer sets styles through the CSSOM, and draws icons as data URLs.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

// Excludes the validator, which is another host's service, and "try it out", which would send unsigned URLs.
const start = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#viewer',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  supportedSubmitMethods: [],
  validatorUrl: null,
});
`;

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tintype API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<main id="viewer"></main>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
`;

const packaged = (name: string) => readFileSync(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`)), 'utf8');

const aDay = `public, max-age=${24 * 3600}`;

export const docsRoutes = ({ baseUrl }: DocsRoutesOptions): Router => {
  const router = new Router();
  let document: Asset | undefined;
  /** Built for its first reader: the schemas take 0.1 s of CPU, a seventh of the start of an api. */
  const openApi = () => {
    document ??= new Asset('openapi.json', JSON.stringify(createOpenApi(baseUrl?.href.replace(/\/$/, '') ?? '/')));
    return document;
  };
  const html = new Asset('docs.html', page);
  const assets = [
    ...['swagger-ui.css', 'swagger-ui-bundle.js'].map((name) => [name, packaged(name)] as const),
    ['start.js', start] as const,
  ];
  router.get('/openapi.json', (context) => openApi().answer(context, revalidate));
  router.get('/docs', (context) => {
    context.set('Content-Security-Policy', policy);
    context.set('Referrer-Policy', 'no-referrer');
    return html.answer(context, revalidate);
  });
  for (const [name, body] of assets) {
    const file = new Asset(name, body);
    router.get(`/docs/${name}`, (context) => file.answer(context, aDay));
  }
  return router;
};
