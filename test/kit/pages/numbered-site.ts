import type { ServerResponse } from 'node:http';
import { until } from '../until.js';
import { startOrigin } from './origin.js';
import { decodePng } from './picture.js';

/** Each page has the colour of its request's number, so no two pictures are equal. */
export interface NumberedSite {
  port: number;
  url: (name: string) => string;
  /** Requests for a page. */
  hits: (name: string) => number;
  /** Leaves the page unanswered until `release`. */
  hold: (name: string) => void;
  release: (name: string) => void;
  releaseAll: () => void;
  /** Held requests whose browser went away. */
  gone: (name: string) => number;
  /** Breaks the page's next requests. */
  breakNext: (name: string, times: number) => void;
  /** Resolves after that many requests. */
  asked: (name: string, times?: number) => Promise<void>;
  close: () => Promise<void>;
}

interface Page {
  hits: number;
  held: boolean;
  gone: number;
  toBreak: number;
  waiting: Map<ServerResponse, number>;
}

const answer = (response: ServerResponse, number: number) => {
  const colour = `#${number.toString(16).padStart(6, '0')}`;
  const text = `<!doctype html><meta charset="utf-8"><style>html{background:${colour}}</style>`;
  response.setHeader('content-type', 'text/html').end(text);
};

/** The request's number in a picture. */
export const numberOf = (png: Buffer): number => Number.parseInt(decodePng(png).at(0, 0).slice(1), 16);

export const startNumberedSite = async (): Promise<NumberedSite> => {
  const pages = new Map<string, Page>();
  const page = (name: string): Page => {
    const known = pages.get(name) ?? { hits: 0, held: false, gone: 0, toBreak: 0, waiting: new Map() };
    pages.set(name, known);
    return known;
  };
  const release = (name: string) => {
    const { waiting } = Object.assign(page(name), { held: false });
    for (const [response, number] of [...waiting]) {
      waiting.delete(response);
      answer(response, number);
    }
  };
  let requests = 0;
  const origin = await startOrigin('127.0.0.1', 0, (request, response) => {
    if (!request.url?.startsWith('/page/')) return response.writeHead(404).end();
    const asked = page(request.url.slice('/page/'.length));
    requests += 1;
    asked.hits += 1;
    if (asked.toBreak > 0) {
      asked.toBreak -= 1;
      response.destroy();
    } else if (asked.held) {
      asked.waiting.set(response, requests);
      response.once('close', () => {
        if (asked.waiting.delete(response)) asked.gone += 1;
      });
    } else answer(response, requests);
  });
  return {
    port: origin.port,
    url: (name) => `http://127.0.0.1:${origin.port}/page/${name}`,
    hits: (name) => page(name).hits,
    hold: (name) => {
      page(name).held = true;
    },
    release,
    releaseAll: () => {
      for (const name of pages.keys()) release(name);
    },
    gone: (name) => page(name).gone,
    breakNext: (name, times) => {
      page(name).toBreak = times;
    },
    asked: (name, times = 1) => until(`${name} is asked for`, () => page(name).hits >= times),
    close: origin.close,
  };
};
