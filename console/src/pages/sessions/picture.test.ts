import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blankUrl, type SeenPage, seenAfter } from './picture.js';

const white = { contentType: 'image/png', bodyBase64: 'white' };
const shop = { contentType: 'image/png', bodyBase64: 'shop' };
const nothing: SeenPage = { url: undefined, picture: undefined };

describe('the page of a session', () => {
  const first = seenAfter(nothing, { url: blankUrl, screenshot: white }, true);

  it('begins without a picture of the blank page', () =>
    assert.deepEqual(first, { url: blankUrl, picture: undefined }));

  it('shows each picture that a person takes, with its address', () => {
    assert.deepEqual(seenAfter(first, { url: blankUrl, screenshot: white }), { url: blankUrl, picture: white });
    const driven = seenAfter(first, { url: 'https://shop.example/', screenshot: shop });
    assert.deepEqual(driven, { url: 'https://shop.example/', picture: shop });
    assert.deepEqual(seenAfter(first, white), { url: blankUrl, picture: white });
  });

  it('follows each look after a first picture, also to the blank page', () => {
    const seen = { url: 'https://shop.example/', picture: shop };
    assert.deepEqual(seenAfter(seen, { url: blankUrl, screenshot: white }, true), { url: blankUrl, picture: white });
    assert.deepEqual(seenAfter(seen, { url: 'https://shop.example/cart' }), {
      ...seen,
      url: 'https://shop.example/cart',
    });
  });
});
