import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Choice, choiceOf, consentingIn } from '../in-page/banners/banners.js';
import { bannerWords } from './banner-words.js';

const asking = [
  'By continuing to browse, you agree to our use of cookies. OK',
  'Do you accept our cookies? OK',
  'We ask for your consent to analytics. Got it',
  'We use cookies for analytics. OK Manage preferences',
  'Mit OK stimmen Sie der Nutzung zu: Ihre Einwilligung gilt ein Jahr. Verstanden',
  'Wir verwenden Cookies. Einstellungen Verstanden',
  'En poursuivant, vous acceptez les cookies. Continuer',
  'Si continúa navegando, acepta su uso. Entendido',
  'Continuando, accetti i cookie. Ho capito',
  'Ao continuar, concorda com os cookies. Entendi',
  'Door verder te gaan geeft u toestemming. Begrepen',
  'Korzystając ze strony, wyrażasz zgodę. Rozumiem',
  'Продолжая, вы даёте согласие. Понятно',
  '继续即表示您同意。知道了',
  '計測に同意します。OK',
];

const informing = [
  'We use cookies to personalise content and for analytics. OK',
  'Cookies allow us to remember your language. Got it',
  'Wir verwenden Cookies für Statistik. Verstanden',
  'Nous utilisons des cookies pour mesurer notre audience. Fermer',
  'Utilizamos cookies para mejorar. Entendido',
  'Мы используем файлы cookie. Понятно',
];

describe('a box whose "OK" may consent', () => {
  for (const text of asking)
    it(`asks: ${text.slice(0, 40)}`, () => assert.deepEqual(consentingIn(text, ['close'], bannerWords), ['close']));

  for (const text of informing)
    it(`informs: ${text.slice(0, 40)}`, () => assert.deepEqual(consentingIn(text, ['close'], bannerWords), []));

  it('asks if another button accepts', () => {
    assert.deepEqual(consentingIn('We use cookies.', ['accept', 'close'], bannerWords), ['close']);
  });

  it('takes its closing for consent, where it says so', () => {
    for (const text of ['By closing this notice you agree. ✕', 'Chiudendo questo banner acconsenti. ✕'])
      assert.deepEqual(consentingIn(text, ['dismiss'], bannerWords), ['close', 'dismiss']);
  });

  it('has other labels that only close', () => {
    const choices: Record<string, Choice> = { Close: 'dismiss', '✕': 'dismiss', Schließen: 'dismiss', OK: 'close' };
    for (const [label, choice] of Object.entries(choices)) assert.equal(choiceOf(label, bannerWords), choice, label);
  });
});
