/** Purposes that the terms of any service have, too. */
export const terms =
  'by (?:continuing|using|clicking)|consent|privacy|datenschutz|einwillig|confidentialité|privacidad';

export const newsletters = '(?<!\\p{L})(?:newsletter|рассылк)|メルマガ';

/** What a wall asks consent to. */
export const data =
  'cookies?(?!\\p{L})|tracking|personal data|personenbezogen|partner|données|dati personali|datos personales';

/** Such as `19.90 €`, `$5`. */
export const price = '\\d[.,]\\d\\d ?[€$£]|[€$£] ?\\d|\\d ?(?:€|euro|eur|usd)(?!\\p{L})';

/** Words of labels that reject for money, such as "Refuse and subscribe". */
export const payment =
  'subscri|pay(?!\\p{L})|buy(?!\\p{L})|purchase|abonn|pur-?abo|bezahl|zahlen|kaufen|pay(?:er|ant)|achet|suscri|pagar|assin|abbon|paga(?!\\p{L})|betalen|koop|kopen';

/** Boxes with these words ask for something else, unless they also say what cookies are for. */
export const elsewhere =
  '(?:send|show)(?: you)? notifications|sign ?in|log ?in|sign ?up|subscri|your inbox|% off|discount|recipe|baked?(?!\\p{L})|butter|chocolate|oven|baker(?:y|ies)|(?:free|fresh|homemade|delicious) cookies|(?:every|each|any) (?:order|purchase)|(?:flash|summer|winter) sale|sale ends|coupon|voucher|free gift|invit|your (?:country|region|location)|you (?:seem|appear) to be|delivery|shipping|anmelden|abonnier|rezept|s.abonner|recette|suscri|receta';
