import type { BannerWords } from '../in-page/banners/banners.js';
import { type Language, languages, unspaced } from './banner-languages.js';

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
  'abonn|pur-?abo|bezahl|(?:kosten|zahlungs|gebühren)pflichtig|zahlen|kaufen|gebühr(?!enfrei)|entgelt',
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

/** Before such a word: "Reject, don't pay" rejects at no cost. */
const without = `(?<!\\p{L})(?:without|no|don.t|do not|ohne|keine?[nr]?|sans|senza|sin|sem|zonder|utan|uten|uden|bez|без) (?:(?:${between})[ ’']){0,4}`;

/** Boxes with these words ask for something else, unless they also say what cookies are for. */
const elsewhere =
  '(?:send|show)(?: you)? notifications|sign ?in|log ?in|sign ?up|subscri|your inbox|% off|discount|recipe|baked?(?!\\p{L})|butter|chocolate|oven|baker(?:y|ies)|(?:free|fresh|homemade|delicious) cookies|(?:every|each|any) (?:order|purchase)|(?:flash|summer|winter) sale|sale ends|coupon|voucher|free gift|invit|your (?:country|region|location)|you (?:seem|appear) to be|delivery|shipping|anmelden|abonnier|rezept|s.abonner|recette|suscri|receta';

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
  other: all('ages'),
  minors: all('minors'),
  newsletters,
  elsewhere: `(?<!\\p{L})(?:${elsewhere})|${newsletters}`,
  terms: `^(?:${terms})`,
  walls: all('walls'),
  data: `(?<!\\p{L})(?:${data})`,
  price,
  payment: `(?<!\\p{L}|${without})(?:${payment})|${price}`,
  reject: all('reject'),
  save: all('save'),
  everything: all('everything'),
  accept: all('accept'),
  close: `^(?:${[...Object.values(languages), ...Object.values(unspaced)].map(({ close }) => close).join('|')})[\\s.!,✓✔]*$|^[×✕✖]$`,
};
