import type { BannerWords } from '../in-page/banners/banners.js';
import { type Language, languages } from './banner-languages.js';
import { unspaced } from './unspaced-languages.js';

/** Purposes that the terms of any service have, too. */
const terms = 'by (?:continuing|using|clicking)|consent|privacy|datenschutz|einwillig|confidentialité|privacidad';

const newsletters = '(?<!\\p{L})(?:newsletter|рассылк)|メルマガ';

/** What a wall asks consent to. */
const data =
  'cookies?(?!\\p{L})|tracking|personal data|personenbezogen|partner|données|dati personali|datos personales';

/** Such as `19.90 €`, `$5`. */
const price = '\\d[.,]\\d\\d ?[€$£]|[€$£] ?\\d|\\d ?(?:€|euro|eur|usd)(?!\\p{L})';

/** Words of labels that reject for money, such as "Refuse and subscribe". */
const payment = [
  'subscri|pa(?:y|id|ying|yment)(?!\\p{L})|buy|purchase|fee(?!\\p{L})',
  'abonn|pur-?abo|abo(?!\\p{L})|bezahl|(?:kosten|zahlungs|gebühren)pflichtig|zahlen|kaufen|gebühr(?!enfrei)|entgelt',
  'pay(?:er|ante?s?)(?!\\p{L})|achet|suscri|pag(?:ar?|o|amento)(?!\\p{L})|assin|abbon',
  'betaa?l|koop|kopen|prenumer|k[öø]p|kjøp|køb',
  'subskry|płat|zapła|předplat|zaplat|placen|подпис|плат|оплат',
].join('|');

/** Words that may stand between "without" and the payment: "without having to pay". Others begin another action. */
const between = [
  'to|a|an|any|the|having|paid|buying',
  'zu|ein(?:e[nrms]?)?|das|abo|kostenpflichtige[nrms]?',
  'à|s|d|l|de|une?|avoir|devoir|prendre',
  'una?|uma?|o|que|tener|ter|dover|hacer|fazer',
  'te|een|het|abonnement|hoeven|att|en|et|å|at',
].join('|');

/** Labels that begin with such a word sell what costs no consent: "Subscribe for £2". */
const subscribe =
  'subscri|(?:jetzt )?abonn|(?:zum )?pur-?abo|abo(?!\\p{L})|(?:je )?m.abonn|s.abonn|abb?on|suscri|assin|neem een abonn|prenumer|bli abonn|bliv abonn|zasubskryb|subskryb|předplat|predplat|feliratkoz|előfizet|abone ol|подпис|оформить подписк|оформити підписк|передплат';

/** Before such a word: "Reject, don't pay" rejects at no cost. */
const without = `(?<!\\p{L})(?:without|no|don.t|do not|ohne|keine?[nr]?|sans|senza|sin|sem|zonder|utan|uten|uden|bez|без) (?:(?:${between})[ ’']){0,4}`;

/** Boxes with these words ask for something else, unless they also say what cookies are for. */
const elsewhere =
  '(?:send|show)(?: you)? notifications|sign ?in|log ?in|sign ?up|subscri|your inbox|% off|discount|recipe|baked?(?!\\p{L})|butter|chocolate|oven|baker(?:y|ies)|(?:free|fresh|homemade|delicious) cookies|(?:every|each|any) (?:order|purchase)|(?:flash|summer|winter) sale|sale ends|coupon|voucher|free gift|invit|your (?:country|region|location)|you (?:seem|appear) to be|delivery|shipping|anmelden|abonnier|rezept|s.abonner|recette|suscri|receta';

/** Whole labels that only close a box. */
const dismiss =
  'close|dismiss|schließen|fermer|cerrar|chiudi|fechar|sluiten|stäng|lukk?|sulje|zamknij|zavřít|bezár|închide|kapat|κλείσιμο|закрыть|закрити|閉じる|关闭|關閉|닫기|إغلاق|بستن|סגור|סגירה';

/** Sentence parts that take the closing of the box for consent. */
const closing =
  '(?:by|when|if) (?:you )?(?:clos|dismiss)(?:e|ing)?|closing this|(?:durch|mit) (?:das |dem )?schließen|en fermant|al cerrar|cerrando|chiudendo|ao fechar|(?:door|bij) (?:het )?(?:te )?sluiten|zamykając|закрывая|закриваючи';

/** Words of labels that allow more than necessary, such as "Only functional and analytical cookies". */
const more = [
  'an[aá]l[iíyý]|stat[iy]s|estad[ií]st|estat[ií]st|marketing|markkinoin|mar(?:keds|knads)|performance',
  'advert|(?<!\\p{L})ads(?!\\p{L})|werbung|publici|pubblicit|reklam|personal|preferen|präferenz|komfort|social|all(?:es?)?(?!\\p{L})',
  'аналит|аналіт|маркет|реклам|статист|ανάλυσ|αναλυ|στατιστ|μάρκετινγκ|διαφήμ',
  'マーケ|分析|解析|統計|広告|すべて|全て|营销|行銷|广告|廣告|统计|統計|분석|마케팅|통계|광고',
  'تحليل|تسويق|إعلان|تحلیل|بازاریابی|تبلیغ|אנליטי|ניתוח|שיווק|פרסו',
].join('|');

const all = (field: keyof Language): string => {
  const partsOf = (group: Record<string, Language>) =>
    Object.values(group).flatMap((language) => language[field] ?? []);
  const spaced = `(?<!\\p{L})(?:${partsOf(languages).join('|')})`;
  // An empty alternative would match everywhere.
  return [spaced, ...partsOf(unspaced)].join('|');
};

export const bannerWords: BannerWords = {
  topic: all('cookies'),
  use: `(?:${all('uses')}) (?:\\p{L}+ ){0,2}(?:${all('cookies')})`,
  purpose: all('purposes'),
  phrases: all('phrases'),
  storage: all('storage'),
  other: all('ages'),
  minors: all('minors'),
  newsletters,
  elsewhere: `(?<!\\p{L})(?:${elsewhere})|${newsletters}`,
  terms: `^(?:${terms})`,
  walls: all('walls'),
  data: `(?<!\\p{L})(?:${data})`,
  price,
  payment: `(?<!\\p{L}|${without})(?:${payment})|${price}`,
  subscribe: `^(?:${subscribe})`,
  reject: all('reject'),
  necessary: all('necessary'),
  more,
  save: all('save'),
  everything: all('everything'),
  accept: all('accept'),
  dismiss: `^(?:${dismiss})[\\s.!]*$|^[×✕✖]$`,
  closing: `(?<!\\p{L})(?:${closing})`,
  close: `^(?:${[...Object.values(languages), ...Object.values(unspaced)].map(({ close }) => close).join('|')})[\\s.!,✓✔]*$`,
};
