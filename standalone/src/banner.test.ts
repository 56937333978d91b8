import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { banner, signedImageUrl } from './banner.js';

const account = { id: 'u', apiKey: 'k', secret: 'test' };

describe('the banner', () => {
  it('signs what it shows', () => {
    const shown = signedImageUrl('http://localhost:8080/', account, 'https://news.ycombinator.com/');
    assert.equal(
      shown,
      'http://localhost:8080/k/f37d5fb3ee4540a05bf4ffeed6dffa28/image?url=https%3A%2F%2Fnews.ycombinator.com%2F',
    );
  });

  it('shows no character that a client would rewrite after it was signed', () => {
    assert.doesNotMatch(signedImageUrl('http://localhost', account, "http://x/~it's"), /['~]/);
  });

  const facts = {
    ...{ url: 'http://u', privateUrl: 'http://p', account, examplePage: 'http://e/', dataFolder: '/d' },
    isSecretRemoved: false,
  };

  it('shows a generated secret and its file', () => {
    assert.match(banner({ ...facts, accountFile: '/d/account' }, String), /secret {5}test\n.*kept in \/d\/account/);
  });

  it('shows neither a removed secret nor a URL that it signs', () => {
    const removed = { ...facts, isSecretRemoved: true };
    const kept = banner({ ...removed, accountFile: '/d/account' }, String);
    assert.match(kept, /secret {5}removed, so it signs no request\. Put another one into\n +\/d\/account \(/);
    assert.doesNotMatch(kept, /test|picture|image\?/);
    assert.match(banner({ ...removed, accountFile: undefined }, String), /\n +TINTYPE_ACCOUNT \(user_id:/);
  });

  it('names the console', () =>
    assert.match(banner({ ...facts, accountFile: undefined }, String), /console {4}http:\/\/u\/console /));

  it('says why sessions are off', () => {
    const whole = { ...facts, accountFile: undefined };
    assert.match(banner({ ...whole, noSessions: 'No browser.' }, String), /sessions {3}none\. No browser\./);
    assert.doesNotMatch(banner(whole, String), /sessions/);
  });

  it('names missing fonts', () => {
    const whole = { ...facts, accountFile: undefined };
    assert.match(banner({ ...whole, missingFonts: 'No Thai.' }, String), /fonts {6}No Thai\./);
    assert.doesNotMatch(banner(whole, String), /fonts/);
  });

  it('does not show the secret of TINTYPE_ACCOUNT', () => {
    assert.match(banner({ ...facts, accountFile: undefined }, String), /secret {5}as given in TINTYPE_ACCOUNT/);
  });
});
