import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Choice, choiceOf, isBanner, isWall } from '../in-page/banners/banners.js';
import { bannerWords } from './banner-words.js';

const labels: Record<string, Choice> = {
  "Continuer sans accepter et s'abonner": 'pay',
  'Continue without accepting and subscribe': 'pay',
  'Do not accept and subscribe': 'pay',
  'Ohne Zustimmung im Pur-Abo lesen': 'pay',
  'Sin aceptar y suscribirse': 'pay',
  'Senza accettare e abbonarsi': 'pay',
  'Alleen noodzakelijke, zonder tracking betalen': 'pay',
  'Reject (paid)': 'pay',
  'Ablehnen (kostenpflichtig)': 'pay',
  'Ablehnen gegen Gebühr': 'pay',
  'Ablehnen und Abo wählen': 'pay',
  'Ohne Zustimmung weiter mit Abo': 'pay',
  'Nein danke, lieber Abo': 'pay',
  'Ablehnen ohne Abo': 'reject',
  'Refuser (offre payante)': 'pay',
  'Rechazar (de pago)': 'pay',
  'Rifiuta (a pagamento)': 'pay',
  'Rejeitar (pago)': 'pay',
  'Weigeren (betaald)': 'pay',
  'Avvisa och betala': 'pay',
  'Odrzuć i subskrybuj': 'pay',
  'Отклонить и оформить подписку': 'pay',
  'Save choices and subscribe': 'pay',
  'Reject without having to pay': 'reject',
  'Reject without a paid subscription': 'reject',
  'Reject all, free of charge': 'reject',
  'Refuser sans avoir à payer': 'reject',
  'Sin aceptar y sin suscribirse': 'reject',
  'Rifiuta senza dover pagare': 'reject',
  'Weigeren zonder een abonnement te kopen': 'reject',
  'Kostenlos ablehnen': 'reject',
  'Gebührenfrei ablehnen': 'reject',
  'Reject, no payment': 'reject',
  'Do not accept, no tracking, pay': 'pay',
  'Odrzuć bez subskrypcji': 'reject',
  'Отклонить бесплатно': 'reject',
};

describe('a label that may cost money', () => {
  for (const [label, choice] of Object.entries(labels))
    it(`${label}: ${choice}`, () => assert.equal(choiceOf(label, bannerWords), choice));
});

const rejecting = [
  'Use necessary cookies only',
  'Use essential cookies',
  "No thanks, I don't accept",
  'Use necessary cookies.',
  'Use necessary cookies and continue',
  'Reject marketing cookies, only necessary',
  '必要なCookieのみ許可',
  'Continue without cookies',
  "Don't track me",
  'Nein danke',
  'Nein, danke',
  'Ich lehne ab',
  'Nicht einverstanden',
  'Nur das Nötigste',
  'Notwendige Cookies akzeptieren',
  'Weiter ohne Einwilligung',
  'Je refuse',
  'Non merci',
  'Je n’accepte pas',
  'Uniquement les cookies essentiels',
  'No, gracias',
  'No acepto',
  'Solo cookies necesarias',
  'No grazie',
  'Non accetto',
  'Solo cookie tecnici',
  'Não aceito',
  'Não, obrigado',
  'Somente necessários',
  'Nee, bedankt',
  'Alleen noodzakelijk',
  'Niet akkoord',
  'Nej tack',
  'Nei takk',
  'Godkänn inte',
  'Ikke tillad',
  'Ei kiitos',
  'En hyväksy',
  'Odmów',
  'Odmowa',
  'Nie akceptuję',
  'Nie wyrażam zgody',
  'Nie, dziękuję',
  'Kontynuuj bez zgody',
  'Tylko konieczne',
  'Jen nezbytné',
  'Nepřijímám',
  'Iba nevyhnutné',
  'Nem fogadom el',
  'Nem, köszönöm',
  'Nu accept',
  'Nu, mulțumesc',
  'Kabul etmiyorum',
  'Sadece gerekli',
  'İzin Vermiyorum',
  'İzin verme',
  'KABUL ETMİYORUM',
  'Δεν αποδέχομαι',
  'Όχι, ευχαριστώ',
  'Не принимаю',
  'Нет, спасибо',
  'Не погоджуюсь',
  'Ні, дякую',
  '同意しません',
  '不接受',
  '仅接受必要',
  '동의 안 함',
  'لا أوافق',
  'نمی‌پذیرم',
  'قبول نمی‌کنم',
  'قبول ندارم',
  'قبول نکردن',
  'לא מסכים',
];

const accepting = [
  'Notwendige und Marketing-Cookies akzeptieren',
  'Zaakceptuj wszystkie',
  'Zgoda',
  'Kabul etmek',
  'Godkänn',
  'Use all cookies',
  'No thanks, I accept all',
  'İzin ver',
  'Ja, ich stimme zu',
  'Consenti tutti',
  'Souhlasím',
  '接受',
  'قبول نمودن',
  'قبول نمایید',
  'De acuerdo',
];

/** These allow more than what is necessary. */
const allowingMore = [
  'Use necessary and marketing cookies',
  'Only functional and analytical cookies',
  'Allow only necessary and statistics',
  'Nur funktionale und Marketing-Cookies',
  'Nur essenzielle Cookies und Marketing akzeptieren',
  'Alleen functionele en analytische cookies',
  'Solo técnicas y de análisis',
  'Jen nezbytné a analytické',
  'Vain välttämättömät ja analytiikka',
  '必要なCookieとマーケティングを許可',
  '必要なCookieを含むすべてに同意',
];

describe('a label in any language', () => {
  for (const label of rejecting) it(`${label}: rejects`, () => assert.equal(choiceOf(label, bannerWords), 'reject'));
  for (const label of allowingMore)
    it(`${label}: does not reject`, () => assert.notEqual(choiceOf(label, bannerWords), 'reject'));
  for (const label of accepting) it(`${label}: accepts`, () => assert.equal(choiceOf(label, bannerWords), 'accept'));
});

const look = { fields: 0, isPage: false, isWall: false };

const walls: Record<string, [string, string]> = {
  'Nous utilisons des cookies pour la publicité.': ['S’abonner pour 2 €', 'Accepter et continuer'],
  'Nous utilisons des cookies et traceurs pour la publicité.': ['S’abonner', 'OK, continuer'],
  'Usiamo i cookie per la pubblicità personalizzata.': ['Abbonati a 1 €', 'Accetta e continua'],
  'Usamos cookies para publicidad personalizada.': ['Suscribirse por 1 €', 'Aceptar y continuar'],
  'We use cookies for advertising.': ['Subscribe for £2', 'Accept and continue'],
  'Mit Ihrer Einwilligung setzen wir Cookies für Werbung.': ['Abonnieren für 3,99 €', 'Akzeptieren'],
};

const sales: Record<string, [string, string]> = {
  'Order 24 cookies every week.': ['Subscribe for £2', 'Accept'],
  'Our newsletter. We use cookies, see privacy.': ['Subscribe', 'Accept'],
  'Subscribe for 10% off. You accept our privacy policy and cookies.': ['Subscribe', 'Accept'],
  'Subscribe to read on.': ['Subscribe for €2', 'OK'],
  'Enjoy personalised plans and a better experience with our partner clubs.': ['Subscribe now', 'Continue'],
  'Parcel tracking: personalised updates, a better experience.': ['Subscribe', 'OK'],
};

describe('a box with an offer to subscribe', () => {
  const choicesOf = (labels: readonly string[]) => labels.flatMap((label) => choiceOf(label, bannerWords) ?? []);
  for (const [text, labels] of Object.entries(walls))
    it(`is a wall: ${text}`, () => assert.equal(isWall(`${text} ${labels}`, choicesOf(labels), bannerWords), true));
  for (const [text, labels] of Object.entries(sales))
    it(`is no banner: ${text}`, () => {
      const [all, choices] = [`${text} ${labels}`, choicesOf(labels)];
      assert.equal(isWall(all, choices, bannerWords), false);
      assert.equal(isBanner({ ...look, text: all, choices }, bannerWords), false);
    });
  it('is no banner if it has no other button', () =>
    assert.equal(isBanner({ ...look, text: 'We use cookies.', choices: ['subscribe'] }, bannerWords), false));
});

const banners = [
  'Klikając zgadzasz się na pliki cookies w celach marketingowych.',
  'Przetwarzamy dane osobowe i pliki cookies.',
  'Door op OK te klikken stemt u in met cookies voor advertenties.',
  'We and our 1,812 partners store and/or access information on a device to process personal data for advertising.',
  'We store and/or access information on a device, such as unique IDs.',
  'We and our trusted third-party partners process device data.',
  'Wir verarbeiten gemeinsam mit 200 Partnern Ihre Daten, z. B. Geräte-Kennungen, für personalisierte Anzeigen.',
  'Wir möchten Informationen auf einem Gerät speichern und/oder abrufen.',
  'Stocker et/ou accéder à des informations sur un appareil.',
  'Almacenar la información en un dispositivo y/o acceder a ella.',
  'Archiviare informazioni su dispositivo e/o accedervi.',
  'Armazenar e/ou aceder a informações num dispositivo.',
  'Informatie op een apparaat opslaan en/of openen.',
  'Lagra och/eller få åtkomst till information på en enhet.',
  'Opbevare og/eller tilgå oplysninger på en enhed.',
  'Tallentaa ja/tai käyttää laitteella olevia tietoja.',
  'Przechowywanie informacji na urządzeniu lub dostęp do nich.',
  'Ukládat a/nebo získávat přístup k informacím v zařízení.',
  'Információk tárolása és/vagy elérése egy eszközön.',
  'Stocarea și/sau accesarea informațiilor de pe un dispozitiv.',
  'Bir cihazda bilgi saklama ve/veya bilgilere erişme.',
  'Αποθήκευση ή/και πρόσβαση στις πληροφορίες μιας συσκευής.',
  'Хранение и/или доступ к информации на устройстве.',
  'Зберігання інформації на пристрої та/або доступ до неї.',
  '在设备上存储和/或访问信息。',
];

const others = [
  'This application stores information on your device, so that it works offline.',
  'Gemeinsam mit unseren Partnern sammeln wir für das Tierheim.',
  'Diese App kann Informationen auf einem Gerät speichern.',
  'Order 24 cookies for the marketing team.',
  'Przechowujemy informacje na urządzeniu.',
  'Lagra och/eller dela ditt recept.',
  'Due to heavy snow, we and our delivery partners may arrive later than promised.',
  'We and our travel partners look forward to welcoming you aboard.',
  'Wir und unsere vielen Partner wünschen frohe Weihnachten!',
  'Nous et nos chers partenaires vous souhaitons la bienvenue',
  'Gemeinsam mit unseren Partnern sammeln wir für diese Studie Wetterdaten und Daten der Flüsse.',
  'The new Pocket can store and access information on 40,000 trails offline.',
];

describe('a sentence', () => {
  const choices: Choice[] = ['accept', 'reject'];
  for (const text of banners)
    it(`is that of a banner: ${text}`, () => assert.equal(isBanner({ ...look, text, choices }, bannerWords), true));
  for (const text of others)
    it(`is that of another box: ${text}`, () => {
      for (const each of [choices, ['close']] as Choice[][])
        assert.equal(isBanner({ ...look, text, choices: each }, bannerWords), false, each.join());
    });
  it('that an application may say needs both choices, or a word of banners', () => {
    const text = 'We store and access information on your device.';
    const isOne = (more: string, choice: Choice[]) =>
      isBanner({ ...look, text: text + more, choices: choice }, bannerWords);
    assert.equal(isOne(' Maps work offline.', ['close']), false);
    assert.equal(isOne('', choices), true);
    assert.equal(isOne(' We process personal data.', ['accept']), true);
  });
});
