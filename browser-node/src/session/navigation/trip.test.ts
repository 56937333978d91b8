import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import type { Page, Request, Response } from 'playwright-core';
import { Trip } from './trip.js';

const stage = () => {
  const main = {};
  const page = Object.assign(new EventEmitter(), { url: () => 'http://a/', mainFrame: () => main });
  const trip = new Trip(page as unknown as Page);
  const ask = (address: string, from?: Request): Request => {
    const asked = { url: () => address, isNavigationRequest: () => true, frame: () => main };
    const request = { ...asked, redirectedFrom: () => from ?? null } as unknown as Request;
    page.emit('request', request);
    return request;
  };
  const answer = (request: Request, status: number) =>
    page.emit('response', { request: () => request, status: () => status } as unknown as Response);
  return { trip, ask, answer };
};

describe('a trip', () => {
  it('knows what was answered where it has come to, also when the page has meanwhile set out for another place', () => {
    const { trip, ask, answer } = stage();
    answer(ask('http://b/'), 404);
    ask('http://a/2');
    assert.deepEqual([trip.status, trip.isDisturbed], [undefined, true]);
    assert.deepEqual(
      ['http://b/#top', 'http://a/2', 'http://a/'].map((each) => trip.statusOf(each)),
      [404, undefined, undefined],
    );
  });

  it('knows what the last server has answered, not one that has led back to it', () => {
    const { trip, ask, answer } = stage();
    const first = ask('http://b/');
    answer(first, 302);
    const second = ask('http://b/login', first);
    answer(second, 303);
    const third = ask('http://b/', second);
    assert.equal(trip.status, undefined);
    answer(third, 200);
    assert.deepEqual([trip.stands, trip.status, trip.isDisturbed], ['http://b/', 200, false]);
  });
});
