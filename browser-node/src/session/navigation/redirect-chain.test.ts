import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import type { Page, Request, Response } from 'playwright-core';
import { RedirectChain } from './redirect-chain.js';

const stage = () => {
  const main = {};
  const page = Object.assign(new EventEmitter(), { url: () => 'http://a/', mainFrame: () => main });
  const chain = new RedirectChain(page as unknown as Page);
  const ask = (address: string, from?: Request): Request => {
    const asked = { url: () => address, isNavigationRequest: () => true, frame: () => main };
    const request = { ...asked, redirectedFrom: () => from ?? null } as unknown as Request;
    page.emit('request', request);
    return request;
  };
  const answer = (request: Request, status: number) =>
    page.emit('response', { request: () => request, status: () => status } as unknown as Response);
  return { chain, ask, answer };
};

describe('RedirectChain', () => {
  it('knows the status at its address, even if the page has begun another navigation', () => {
    const { chain, ask, answer } = stage();
    answer(ask('http://b/'), 404);
    ask('http://a/2');
    assert.deepEqual([chain.status, chain.isDisturbed], [undefined, true]);
    assert.deepEqual(
      ['http://b/#top', 'http://a/2', 'http://a/'].map((each) => chain.statusOf(each)),
      [404, undefined, undefined],
    );
  });

  it('knows the status of the last answer, not of a redirect to the same address', () => {
    const { chain, ask, answer } = stage();
    const first = ask('http://b/');
    answer(first, 302);
    const second = ask('http://b/login', first);
    answer(second, 303);
    const third = ask('http://b/', second);
    assert.equal(chain.status, undefined);
    answer(third, 200);
    assert.deepEqual([chain.address, chain.status, chain.isDisturbed], ['http://b/', 200, false]);
  });
});
