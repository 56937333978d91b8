import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type BoxLook, type Choice, choiceOf, isBanner } from '../in-page/banners/banners.js';
import { bannerWords } from './banner-words.js';

const labels: Record<string, Choice | undefined> = {
  'Reject all': 'reject',
  'I do not accept': 'reject',
  'Continue without accepting': 'reject',
  'Only necessary cookies': 'reject',
  'Accept all cookies': 'accept',
  'Got it!': 'accept',
  OK: 'accept',
  'Alle ablehnen': 'reject',
  'Nur notwendige Cookies': 'reject',
  'Alle akzeptieren': 'accept',
  'Tout refuser': 'reject',
  "J'accepte": 'accept',
  'Rechazar todo': 'reject',
  Aceptar: 'accept',
  'Rifiuta tutti': 'reject',
  'Accetta tutti': 'accept',
  'Rejeitar todos': 'reject',
  'Aceitar todos': 'accept',
  'Alles weigeren': 'reject',
  'Alles accepteren': 'accept',
  Odrzuć: 'reject',
  'Akceptuję wszystkie': 'accept',
  Отклонить: 'reject',
  'Принять все': 'accept',
  すべて拒否: 'reject',
  同意する: 'accept',
  Okra: undefined,
  'Manage preferences': undefined,
  Datenschutz: undefined,
  'Close menu': undefined,
  'Continue with Google': undefined,
  'Continue to site': 'accept',
  'Godkänn alla': 'accept',
  'Avvisa alla': 'reject',
  'Přijmout vše': 'accept',
  'Odmítnout vše': 'reject',
  'Tümünü reddet': 'reject',
  全部拒绝: 'reject',
  接受全部: 'accept',
  '모두 거부': 'reject',
  'رفض الكل': 'reject',
  'قبول الكل': 'accept',
  'דחה הכל': 'reject',
  אישור: 'accept',
  'Buy now': undefined,
  '': undefined,
  [`Accept ${'this and that '.repeat(6)}`]: undefined,
};

describe('a label', () => {
  for (const [label, choice] of Object.entries(labels))
    it(`${label.slice(0, 30)}: ${choice ?? 'no choice'}`, () => assert.equal(choiceOf(label, bannerWords), choice));
});

const banners = [
  'We use cookies to improve your experience and for analytics.',
  'By continuing to browse you agree to our use of cookies.',
  'We value your privacy. We and our 842 partners store and access information on a device.',
  'Wir verwenden Cookies, um Inhalte zu personalisieren.',
  'Nous utilisons des cookies pour mesurer notre audience.',
  'Utilizamos cookies propias y de terceros.',
  'Utilizziamo i cookie per migliorare la tua esperienza.',
  'Este site usa cookies. Ao navegar, concorda com a política de privacidade.',
  'Wij gebruiken cookies om de site te verbeteren.',
  'Ta strona używa plików cookie. Używamy ich do statystyk.',
  'Мы используем файлы cookie для аналитики.',
  '当サイトはクッキーを使用しています。',
  'Vi använder cookies för att förbättra din upplevelse.',
  'Používáme soubory cookie k analýze návštěvnosti.',
  'Deneyiminizi geliştirmek için çerezleri kullanıyoruz.',
  '我们使用 Cookie 来改善您的体验。',
  '당사는 쿠키를 사용하여 서비스를 개선합니다.',
  'نحن نستخدم ملفات تعريف الارتباط لتحسين تجربتك.',
  'אנו משתמשים בעוגיות כדי לשפר את החוויה.',
  'We collect and process your personal information for the following purposes: analytics.',
  'Here you can see and customize the information that we collect about you. Decline all apps',
  'Sign in was fast? We use cookies for analytics, personalised ads and to improve your experience. See our privacy policy.',
];

const innocent: Record<string, Partial<BoxLook>> = {
  'a log-in box': { text: 'Sign in. We use cookies to keep you signed in, see privacy.', fields: 2 },
  'an age gate': { text: 'Are you over 18? This site uses cookies and has content for adults.' },
  'an age gate that states the age': { text: 'You must be 18 or older to enter. We use cookies.' },
  'an age gate with a plus': { text: 'Adults only, 21+. This site uses cookies.' },
  'an age gate in French': { text: 'Vous devez avoir 18 ans. Nous utilisons des cookies.' },
  'a sign-up box': {
    text: 'Sign up to personalise your experience. By continuing you agree to our Privacy Policy and Cookies.',
  },
  'an age gate in German': { text: 'Sind Sie mindestens 18 Jahre alt? Wir verwenden Cookies.' },
  'a newsletter': { text: 'Join our newsletter! We use cookies, see our privacy policy.' },
  'a recipe': { text: 'Chocolate chip cookies: bake them for 12 minutes. Save this recipe?' },
  'a log-in box without fields': { text: 'Sign in. We use cookies to keep you signed in, see privacy.' },
  'an offer': { text: 'Subscribe and get 10% off. By continuing you accept our privacy policy and cookies.' },
  'a recipe with butter': { text: 'We use real butter in our cookies. Save this recipe?' },
  'a choice of shops': { text: 'You seem to be in France. This site uses cookies to remember your country.' },
  'an application': { text: 'We use cookies for analytics.', isPage: true },
  'a policy in a drawer': { text: `We use cookies for analytics. ${'More about it. '.repeat(1000)}` },
  'a link to the privacy policy': { text: 'Contact, imprint, privacy' },
  'a note without a choice': { text: 'We use cookies for analytics.', choices: [] },
};

const look = (more: Partial<BoxLook>): BoxLook => ({
  text: '',
  fields: 0,
  choices: ['accept'],
  isPage: false,
  ...more,
});

describe('a box over the page', () => {
  for (const text of banners)
    it(`is a banner: ${text.slice(0, 40)}`, () => assert.equal(isBanner(look({ text }), bannerWords), true));
  for (const [name, more] of Object.entries(innocent))
    it(`is none: ${name}`, () => assert.equal(isBanner(look(more), bannerWords), false));
});
