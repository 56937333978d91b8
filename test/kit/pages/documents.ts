/** Documents such as customers send: what is printed of them is judged by programs and looked at page by page. */

const repeat = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at)).join('');

const sentence =
  'The committee met on the second Tuesday of each month and weighed the evidence of the field offices against the budget of the year. ';

const money = (amount: number) => `€ ${amount.toFixed(2)}`;

export const invoice = (items: number): string => `<!doctype html><html lang="en"><title>Invoice 2026-07</title><style>
@page { margin: 18mm 16mm } body { margin: 0; font: 10.5pt/1.45 "Liberation Sans", sans-serif; color: #222 }
header, .party { display: flex; justify-content: space-between; margin-bottom: 8mm } header { border-bottom: 3px solid #0a5 }
table { width: 100%; border-collapse: collapse } th, td { padding: 2mm; text-align: left; border-bottom: .3mm solid #ccd } .n { text-align: right; white-space: nowrap }
</style><header><h1>Invoice 2026-07</h1><p>Lampworks Ltd<br>1 Glass Street<br>Zürich</header>
<div class="party"><p>Ida Müller-Łódzka<br>10117 Berlin<p>26 November 2026</div>
<table><thead><tr><th>Item<th class="n">Price<th class="n">Total</thead><tbody>${repeat(
  items,
  (at) => `<tr><td>Lamp ${at + 1}, brushed brass<td class="n">${money(49 + at)}<td class="n">${money(2 * (49 + at))}`,
)}</tbody></table><p>Thank you. Please pay within 30 days.`;

export const resume = `<!doctype html><html lang="en"><title>Resume of Ida Lens</title><style>
@page { size: A4; margin: 0 } body { margin: 0; display: grid; grid-template-columns: 62mm 1fr; min-height: 297mm; font: 10pt/1.4 "Liberation Serif", serif }
aside { padding: 12mm 8mm; background: #23395b; color: #fff } main { padding: 12mm 10mm } article { break-inside: avoid }
</style><aside><h1>Ida Lens</h1><p>Optical engineer<p>ida@example.com</aside><main><h2>Experience</h2>${repeat(
  5,
  (at) => `<article><h3>Engineer, Glassworks ${at + 1}</h3><p>${sentence}</article>`,
)}<h2>Education</h2><p>MSc Physics, 2010</main>`;

const chapter = (number: number) =>
  `<h1>Chapter ${number}</h1>${repeat(
    4,
    (at) => `<h2>Section ${number}.${at + 1}</h2>${repeat(3, () => `<p>${sentence.repeat(4)}`)}
<table><thead><tr><th>Region<th>Q1<th>Q2</thead>${repeat(6, (row) => `<tr><td>Region ${row + 1}<td>${row * 3}<td>${row * 5}`)}</table>
<figure role="img" aria-label="Bars"><svg viewBox="0 0 400 100" width="100%">${repeat(8, (bar) => `<rect x="${bar * 50}" y="${90 - bar * 10}" width="40" height="${bar * 10 + 10}" fill="#069"/>`)}</svg></figure>
<pre>SELECT region, sum(amount) AS total, avg(amount) AS mean FROM sales WHERE year = 2026 GROUP BY region ORDER BY total DESC LIMIT 100;</pre>`,
  )}`;

/** About four pages a chapter. */
export const report = (chapters: number): string => `<!doctype html><html lang="en"><title>Annual report</title><style>
body { font: 11pt/1.5 "Liberation Serif", serif } h1 { break-before: page } table { width: 100%; border-collapse: collapse } td, th { padding: 2mm; border: 1px solid #999 }
figure { break-inside: avoid; margin: 5mm 0 } pre { overflow: auto; padding: 2mm; background: #eee }
</style><p style="margin-top: 90mm; font-size: 32pt">Annual report</p>${repeat(chapters, (at) => chapter(at + 1))}`;
