import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Choice, choiceOf, closingConsents } from '../in-page/banners/banners.js';
import { bannerWords } from './banner-words.js';

describe('a box', () => {
  it('takes its closing for consent, where it says so', () => {
    for (const text of ['By closing this notice you agree. ✕', 'Chiudendo questo banner acconsenti. ✕'])
      assert.equal(closingConsents(text, bannerWords), true);
  });

  it('only closes, where it says nothing about that', () => {
    for (const text of ['We use cookies. By continuing you agree. ✕', 'Nous utilisons des cookies. Fermer'])
      assert.equal(closingConsents(text, bannerWords), false);
  });
});

const labels: Record<'close' | 'dismiss', readonly string[]> = {
  close: [
    'OK',
    'Continue',
    'Continue to site',
    'Got it',
    'Sounds good',
    'Weiter',
    'Verstanden',
    'Continuer',
    'OK, continuer',
    'Continuer la navigation',
    'OK pour moi',
    'Vale',
    'Ho capito',
    'Entendi',
    'Prima',
    'Jag förstår',
    'Selvä',
    'Rozumiem',
    'W porządku',
    'Przejdź do serwisu',
    'V pořádku',
    'Rendben',
    'Tamam',
    'Понятно',
    'Зрозуміло',
    '知道了',
  ],
  dismiss: ['Close', 'Dismiss', '✕', 'Schließen', 'Fermer', 'Zamknij', '閉じる'],
};

describe('a label that closes the box', () => {
  for (const [choice, of] of Object.entries(labels) as [Choice, readonly string[]][])
    for (const label of of)
      it(`${label}: ${choice === 'close' ? 'may consent' : 'does nothing else'}`, () =>
        assert.equal(choiceOf(label, bannerWords), choice));
});
