import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Origin, startOrigin } from './origin.js';

export type PageHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** Without margins, so that colours are where tests expect them. */
export const html = (body: string, head = ''): PageHandler => {
  const text = `<!doctype html><html><head><meta charset="utf-8"><title>test</title>${head}
    <style>html,body{margin:0}</style></head><body>${body}</body></html>`;
  return (_request, response) => response.setHeader('content-type', 'text/html').end(text);
};

export interface PageServer extends Origin {
  url: (path: string) => string;
  hits: (path: string) => number;
}

const byPath =
  (pages: Record<string, PageHandler>): PageHandler =>
  (request, response) => {
    const page = pages[(request.url ?? '').split('?')[0] ?? ''];
    if (page) page(request, response);
    else response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>nothing here</h1>');
  };

/** Serves pages on loopback by path, else 404, or all by one handler. */
export const startPages = async (pages: Record<string, PageHandler> | PageHandler): Promise<PageServer> => {
  const origin = await startOrigin('127.0.0.1', 0, typeof pages === 'function' ? pages : byPath(pages));
  return Object.assign(origin, {
    url: (path: string) => `http://127.0.0.1:${origin.port}${path}`,
    hits: (path: string) => origin.requests.filter((line) => line.split(' ')[1] === path).length,
  });
};
