import { SeededRandom } from '../kit/played/seeded-random.js';

const words =
  'amber harbour river council engine paper winter market signal garden copper teacher bridge forest letter museum ' +
  'record orchard station weather village picture window coffee journey lantern meadow printer railway summer thunder velvet';

/** Meaningless words, equal in each run. */
export class Words {
  readonly #random: SeededRandom;

  constructor(seed: number) {
    this.#random = new SeededRandom(seed);
  }

  number(max: number): number {
    return Math.floor(this.#random.next() * max);
  }

  some(count: number): string {
    return Array.from({ length: count }, () => this.#random.oneOf(words.split(' '))).join(' ');
  }

  title(count = 6): string {
    const text = this.some(count);
    return `${text[0]?.toUpperCase()}${text.slice(1)}`;
  }

  paragraph(sentences = 4): string {
    return Array.from({ length: sentences }, () => `${this.title(9 + this.number(8))}.`).join(' ');
  }
}

export const times = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('\n');

const icon = `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2C6.48 2 2 6.48 2 12s4.48 10 10 10 10-4.48
  10-10S17.52 2 12 2zm1 15h-2v-6h2v6zm0-8h-2V7h2v2z"/></svg>`;

const rule = (
  at: number,
) => `.c${at}{display:flex;margin:${at % 9}px auto;padding:${at % 7}px ${at % 5}px;color:#${(at * 7919).toString(16).padStart(6, '0').slice(-6)};
  transition:opacity .${at % 9}s ease-in-out}@media(max-width:${600 + at}px){.c${at}{display:block}}`;

const style = `body{font:15px/1.5 sans-serif;margin:0}main,header,footer{max-width:70rem;margin:auto;padding:1rem}.icon{width:1em}
  ul{list-style:none;padding:0}.menu{position:absolute;left:-999rem}${times(120, rule)}`;

const menu = (text: Words) =>
  times(7, () => {
    const name = text.title(1);
    return `<li class="c${text.number(99)}"><a href="/${name}">${icon}<span>${name}</span></a>
      <div class="menu" hidden><ul>${times(8, () => `<li><a href="/${name}/${text.some(1)}">${text.title(2)}</a></li>`)}</ul></div></li>`;
  });

const footer = (text: Words) =>
  `<footer class="c9">${times(
    4,
    () =>
      `<section><h2>${text.title(1)}</h2><ul>${times(6, () => `<li><a href="/about/${text.some(1)}">${text.title(2)}</a></li>`)}</ul></section>`,
  )}<small>© 2030 ${text.title(3)}</small></footer>`;

/** The invisible scripts of page managers. */
const machinery = (
  text: Words,
) => `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', description: text.paragraph(6) })}</script>
  <script>window.dataLayer = ${JSON.stringify(Array.from({ length: 40 }, (_, at) => ({ event: text.some(2), id: at, value: text.some(6) })))};</script>`;

interface PageParts {
  title: string;
  seed: number;
  main: (text: Words) => string;
  /** Without header and footer. */
  isBare?: boolean;
}

/** A document like an older site's: inline style sheets and scripts, menu, footer. */
export const sitePage = ({ title, seed, main, isBare = false }: PageParts): string => {
  const text = new Words(seed);
  const header = `<header class="c1"><a href="/" class="logo">${icon} ${title}</a><nav aria-label="Main"><ul>${menu(text)}</ul></nav>
    <form role="search"><input type="search" name="q" placeholder="Search"><button>${icon}<span>Go</span></button></form></header>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${style}</style>
    ${machinery(text)}</head><body>${isBare ? '' : header}<main class="c2">${main(text)}</main>${isBare ? '' : footer(text)}
    <script>document.addEventListener('click', ({ target }) => { if (target.closest('[data-says]'))
      document.title = target.closest('[data-says]').dataset.says; });
      document.addEventListener('submit', (event) => { event.preventDefault(); document.title = 'sent ' +
      new URLSearchParams(new FormData(event.target)); });</script></body></html>`;
};
