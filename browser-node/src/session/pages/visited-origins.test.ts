import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CdpSession } from '../../browser/cdp/connection.js';
import { VisitedOrigins } from './visited-origins.js';

const visiting = () => {
  const origins = new VisitedOrigins();
  let navigated: (event: { frame: { url: string; unreachableUrl?: string } }) => void = () => undefined;
  const on = (_event: string, handler: typeof navigated) => {
    navigated = handler;
    return () => undefined;
  };
  origins.follow({ on } as unknown as Pick<CdpSession, 'on'>);
  return {
    origins,
    open: (url: string, unreachableUrl?: string) =>
      navigated({ frame: { url, ...(unreachableUrl && { unreachableUrl }) } }),
  };
};

describe('visited origins', () => {
  it('are those of documents from the web, each once, the most recent one last', () => {
    const { origins, open } = visiting();
    for (const url of [
      'https://a.example/x',
      'http://a.example:81/',
      'about:blank',
      'data:text/html,x',
      'https://a.example/y',
    ])
      open(url);
    assert.deepEqual(origins.all, ['http://a.example:81', 'https://a.example']);
  });

  it('are not those of pages that did not load', () => {
    const { origins, open } = visiting();
    open('chrome-error://chromewebdata/', 'https://a.example/');
    open('https://b.example/', 'https://b.example/');
    assert.deepEqual(origins.all, []);
  });

  it('are the 200 most recent ones', () => {
    const { origins, open } = visiting();
    for (let at = 0; at <= 200; at += 1) open(`https://s${at}.example/`);
    assert.deepEqual(
      [origins.all.length, origins.all[0], origins.all.at(-1)],
      [200, 'https://s1.example', 'https://s200.example'],
    );
  });
});
