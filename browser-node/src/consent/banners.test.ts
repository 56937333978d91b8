import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type BoxLook, type Choice, choiceOf, isBanner, isWall, offersReject } from '../in-page/banners/banners.js';
import { bannerWords } from './banner-words.js';

const labels: Record<string, Choice | undefined> = {
  'Reject all': 'reject',
  'I do not accept': 'reject',
  'Continue without accepting': 'reject',
  'Only necessary cookies': 'reject',
  'Refuse and subscribe': 'pay',
  'Ablehnen und abonnieren': 'pay',
  'Refuser et s’abonner': 'pay',
  'Reject all for 2.99 €': 'pay',
  'Accept all cookies': 'accept',
  'Save my selection': 'save',
  'Accept selected': 'save',
  'Auswahl erlauben': 'save',
  'Enregistrer mes choix': 'save',
  'Accept recommended settings': 'accept',
  'I Accept Recommended Settings': 'accept',
  'Use recommended settings': 'accept',
  'Use my settings': 'save',
  'Allow all choices': 'accept',
  'Accept all settings': 'accept',
  'Accept all and save settings': 'accept',
  'Confirm default choices': 'accept',
  'Alle Einstellungen akzeptieren': 'accept',
  'Empfohlene Einstellungen übernehmen': 'accept',
  'Confirmer tous les choix': 'accept',
  'Confirmar la configuración recomendada': 'accept',
  'Conferma tutte le scelte': 'accept',
  'Aanbevolen voorkeuren bevestigen': 'accept',
  'Weiter mit Werbung': 'accept',
  'Got it!': 'close',
  OK: 'close',
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
  'Continue to site': 'close',
  "Reject, don't pay": 'reject',
  'Refuser et continuer sans s’abonner': 'reject',
  'Ablehnen ohne ein Abo zu kaufen': 'reject',
  'Reject and pay €3': 'pay',
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

/** Banners with a price, without the words of walls. */
const withPrice = [
  'Nous et nos partenaires utilisons des cookies. Accepter et continuer, ou s’abonner pour 2,49 €',
  'We and our 200 partners use cookies. Accept all, or subscribe from €2.99',
  'Noi e i nostri partner usiamo i cookie. Accetta e continua, oppure abbonati a 1,99 €',
  'Wij en onze partners gebruiken cookies. Accepteer, of koop een abonnement vanaf € 2,99',
  'Cookies for analytics, personalised ads and tracking. Accept all, or subscribe for $3.',
];

/** Banners with words of other boxes, or without a purpose. They let people accept and reject. */
const withBothChoices = [
  'If you are under 16 and wish to consent to more, you must ask your legal guardians for permission. We use cookies.',
  'You are under 16 years old? Then ask your parents or legal guardians to agree with you. We use cookies and other technologies.',
  'Wenn Sie unter 16 Jahre alt sind und Ihre Zustimmung geben möchten, müssen Sie Ihre Erziehungsberechtigten um Erlaubnis bitten. Wir verwenden Cookies.',
  'We use essential cookies so that you can log in, and analytics cookies to improve.',
  'We use cookies to find your location and personalise content.',
  'Sign in for more. We use cookies for analytics.',
  'We use cookies to send you relevant newsletters.',
  'This website keeps cookies on your computer.',
  'Diese Website speichert Cookies auf Ihrem Computer.',
  'Diese Website benutzt Cookies.',
  'Example.com uses essential cookies.',
  'Cette boutique utilise des cookies.',
  'La tienda usa cookies.',
  'Deze winkel plaatst cookies.',
  'Webbplatsen sparar kakor.',
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
  'an age gate that accepts and rejects': {
    text: 'Are you over 18? This site uses cookies and has content for adults.',
    choices: ['accept', 'reject'],
  },
  'an age gate with a word about guardians': {
    text: 'Are you over 18? If you are under 16, ask your guardian. We use cookies.',
    choices: ['accept', 'reject'],
  },
  'an age gate that is transparent': {
    text: 'Not for persons under 16. You must be 18 or older to enter. We are transparent about our cookies.',
    choices: ['accept', 'reject'],
  },
  'an age gate that has parents in a later sentence': {
    text: 'Not for persons under 16. You must be 18 or older. Parents can block us. We use cookies.',
    choices: ['accept', 'reject'],
  },
  'an age gate for children': {
    text: 'Are you under 13 years old? Ask your parents to help you. We use cookies.',
    choices: ['close', 'reject'],
  },
  'an age gate in German that accepts and rejects': {
    text: 'Sie müssen mindestens 16 Jahre alt sein. Eltern haften für ihre Kinder. Wir verwenden Cookies.',
    choices: ['accept', 'reject'],
  },
  'an offer that accepts and rejects': {
    text: 'Subscribe and get 10% off. By continuing you accept our privacy policy and cookies.',
    choices: ['accept', 'reject'],
  },
  'a sign-up box that accepts and rejects': {
    text: 'Sign up to personalise your experience. By continuing you agree to our Privacy Policy and Cookies.',
    choices: ['accept', 'reject'],
  },
  'a newsletter that accepts and rejects': {
    text: 'Join our newsletter! See our privacy and cookie policy.',
    choices: ['accept', 'reject'],
  },
  'a newsletter that cares about privacy': {
    text: 'Get our newsletter every Friday. We care about your privacy.',
    choices: ['reject'],
  },
  'a newsletter with privacy choices': {
    text: 'Join our newsletter. Your privacy choices',
    choices: ['close', 'reject'],
  },
  'a question about notifications': {
    text: 'May we send you notifications? See our policy on cookies.',
    choices: ['accept', 'reject'],
  },
  'a recipe that accepts and rejects': {
    text: 'Bake these chocolate chip cookies with us? We send you the recipe.',
    choices: ['accept', 'reject'],
  },
  'free cookies': { text: 'Free cookies with every order. See our privacy policy.', choices: ['close'] },
  'a price': { text: '12 cookies, 19.90 €. Personalise your cookies with our partner!', choices: ['accept', 'reject'] },
  'an order in an application': {
    text: 'New order: 24 oatmeal cookies for Anna, pick-up at 5 pm.',
    choices: ['accept', 'reject'],
  },
  'a trade in a game': { text: 'Anna offers 5 cookies for your 2 milk.', choices: ['accept', 'reject'] },
  'an order to a country': { text: 'Ship to the USA: 24 cookies for Anna.', choices: ['accept', 'reject'] },
  "a browser's question": {
    text: 'Allow example.com to set cookies in this profile?',
    choices: ['accept', 'reject'],
  },
  'a game': { text: 'You have 5 cookies left. More?', choices: ['close', 'reject'] },
  'a note without a choice': { text: 'We use cookies for analytics.', choices: [] },
};

const look = (more: Partial<BoxLook>): BoxLook => ({
  text: '',
  fields: 0,
  choices: ['accept'],
  isPage: false,
  isWall: false,
  ...more,
});

describe('a wall', () => {
  const walls = [
    'Read with ads or subscribe, without tracking.',
    'Weiter mit Werbung oder Pur-Abo. Wir verarbeiten personenbezogene Daten.',
    'example.com mit Werbung nutzen: Wir und unsere 200 Partner.',
    'Accepter et s’abonner, ou lire avec publicité : vos données.',
  ];
  for (const text of walls)
    it(`asks to accept or pay: ${text.slice(0, 40)}`, () => {
      assert.equal(isWall(text, ['accept'], bannerWords), true);
      assert.equal(isBanner(look({ text: `${text} 3,99 €`, isWall: true }), bannerWords), true);
    });
  for (const text of [
    'Continue with ads or go premium.',
    'Subscribe for 4.99 € to read on.',
    'We use cookies for ads.',
  ])
    it(`is none: ${text}`, () => assert.equal(isWall(text, ['accept'], bannerWords), false));
});

describe('a wall without words of walls', () => {
  for (const text of [
    "Nous utilisons des cookies pour mesurer l'audience. 2,49 €",
    'We use cookies to personalise ads. €3',
  ])
    it(`is one if its other choice is to pay: ${text.slice(0, 40)}`, () => {
      assert.equal(isWall(text, ['accept', 'pay'], bannerWords), true);
      assert.equal(isWall(text, ['accept', 'reject'], bannerWords), false);
    });
  for (const text of [
    'New order: 24 cookies for Anna, 19.90 €.',
    '12 cookies, 19.90 €. Personalise your cookies with our partner!',
    'Privacy: your order of 12 cookies, $3.',
  ])
    it(`is none if it asks about an order: ${text.slice(0, 40)}`, () =>
      assert.equal(isWall(text, ['accept', 'pay'], bannerWords), false));
});

describe('a reject button', () => {
  const rejects = (label: string, isLink = false) =>
    offersReject([{ choice: choiceOf(label, bannerWords) ?? 'accept', isLink }]);
  it('lets people reject', () => assert.equal(rejects('Reject all'), true));
  it('is an offer if it costs money, or leads away', () =>
    assert.deepEqual([rejects('Refuse and subscribe'), rejects('Reject all', true)], [false, false]));
});

describe('a box over the page', () => {
  for (const text of [...banners, ...withPrice])
    it(`is a banner: ${text.slice(0, 40)}`, () => assert.equal(isBanner(look({ text }), bannerWords), true));
  for (const text of withBothChoices)
    it(`is a banner if it accepts and rejects: ${text.slice(0, 40)}`, () =>
      assert.equal(isBanner(look({ text, choices: ['reject', 'accept'] }), bannerWords), true));
  it('is none with a label such as "OK" only, if it has words of other boxes', () => {
    for (const text of withBothChoices.slice(0, 7))
      assert.equal(isBanner(look({ text, choices: ['reject', 'close'] }), bannerWords), false, text);
  });
  for (const [name, more] of Object.entries(innocent))
    it(`is none: ${name}`, () => assert.equal(isBanner(look(more), bannerWords), false));
});
