import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { geolocation, locale, timeZone } from './localization.js';

describe('timeZone', () => {
  it('reads names of the database, in any case', () => {
    assert.equal(timeZone().parse('europe/berlin'), 'Europe/Berlin');
    assert.equal(timeZone().parse('Asia/Tokyo'), 'Asia/Tokyo');
    assert.equal(timeZone().parse('UTC'), 'UTC');
  });

  it('refuses others, offsets too', () => {
    for (const text of ['', 'Berlin', '+02:00', 'Europe/Berlin\n', '../etc/passwd', 'x'.repeat(100)])
      assert.equal(timeZone().safeParse(text).error?.issues[0]?.message, 'an IANA time zone, such as Europe/Berlin');
  });
});

describe('locale', () => {
  it('reads tags, and spells them as usual', () => {
    assert.equal(locale().parse('DE-de'), 'de-DE');
    assert.equal(locale().parse('zh-hant-tw'), 'zh-Hant-TW');
    for (const name of ['german', 'deutsch', 'english-GB']) assert.equal(locale().safeParse(name).success, false, name);
  });

  it('refuses what is none', () => {
    for (const text of ['', 'd', 'de_DE', 'de-DE,en', 'de;q=1', 'x'.repeat(100)])
      assert.equal(locale().safeParse(text).error?.issues[0]?.message, 'a BCP 47 language, such as de-DE');
  });
});

describe('geolocation', () => {
  it('reads degrees and metres', () => {
    assert.deepEqual(geolocation().parse('52.52,13.405'), { latitude: 52.52, longitude: 13.405, accuracy: 10 });
    assert.deepEqual(geolocation().parse('-90, +180, 0'), { latitude: -90, longitude: 180, accuracy: 0 });
  });

  it('refuses what is not on earth', () => {
    for (const text of ['', '52', '91,0', '0,181', '0,0,-1', '0,0,0,0', '0,', '0,0,', '1e1,0', '0,0,1000001'])
      assert.equal(geolocation().safeParse(text).success, false, text);
  });
});
