import { sitePage, times } from './layout.js';

const teaser = (
  title: string,
  words: string,
  at: number,
) => `<article class="card c${at}" data-id="${at}"><a class="c${at + 1}"
  href="/story/${at}" onclick="document.title = 'story ${at}'; return false"><figure><img width="320" height="180" loading="lazy"
  src="data:," srcset="/img/${at}-320.webp 320w, /img/${at}-640.webp 640w, /img/${at}-1280.webp 1280w" alt="${words}"></figure>
  <h3 class="c${at + 2}">${title}</h3></a><p>${words}</p><time datetime="2030-01-31T0${at % 10}:00">${at} minutes ago</time></article>`;

export const newsFront = sitePage({
  title: 'The Daily Lamp',
  seed: 1,
  main: (text) =>
    times(
      6,
      () =>
        `<section class="c4"><h2>${text.title(1)}</h2>${times(10, () => teaser(text.title(9), text.title(22), text.number(90)))}</section>`,
    ) + teaser('A lantern is found in the harbour', text.title(22), 91),
});

const offer = (
  name: string,
  at: number,
  text: string,
) => `<li class="product c${at % 90}" data-sku="L-${at}"><a href="/p/${at}"><img
  src="data:," alt="${name}"></a><h3><a href="/p/${at}">${name}</a></h3><p class="c8">${text}</p><div class="stars" aria-label="${(at % 5) + 1} of 5 stars">
  ${'<i class="star"></i>'.repeat(5)}</div><span class="price"><span>€</span> ${at + 4}.90</span>
  <button type="button" class="buy c${at % 50}" data-says="${name} is in the basket">Add ${name} to basket</button></li>`;

export const shopList = sitePage({
  title: 'Lamps',
  seed: 2,
  main: (text) => `<h1>All lamps</h1><aside><h2>Filters</h2>${times(
    5,
    () =>
      `<fieldset><legend>${text.title(1)}</legend>${times(6, () => `<label><input type="checkbox" name="f"> ${text.title(1)} (${text.number(90)})</label>`)}</fieldset>`,
  )}</aside><label>Sort by <select><option>Newest</option><option>Price</option></select></label>
  <ul class="grid">${times(48, (at) => offer(at === 30 ? 'Storm lantern' : `${text.title(2)} ${at}`, at, text.title(14)))}</ul>
  <nav aria-label="Pages">${times(9, (at) => `<a href="?page=${at + 1}">${at + 1}</a>`)}</nav>`,
});

export const product = sitePage({
  title: 'Storm lantern',
  seed: 3,
  main: (
    text,
  ) => `<nav aria-label="Where you are"><a href="/">Home</a> › <a href="/lamps">Lamps</a></nav><h1>Storm lantern</h1>
  <div class="gallery">${times(8, (at) => `<button aria-label="Picture ${at + 1}"><img src="data:," alt=""></button>`)}</div>
  <p class="price">€ 34.90</p><form><fieldset><legend>Colour</legend>${['Red', 'Brass', 'Black']
    .map((colour) => `<label><input type="radio" name="colour" value="${colour}"> ${colour}</label>`)
    .join(
      '',
    )}</fieldset><label>Amount <input type="number" name="amount" value="1"></label><button>Add to basket</button></form>
  <h2>Description</h2>${times(6, () => `<p>${text.paragraph(5)}</p>`)}<h2>Details</h2><table>${times(14, () => `<tr><th>${text.title(1)}</th><td>${text.title(3)}</td></tr>`)}</table>
  <h2>Reviews</h2>${times(20, (at) => `<article><h3>${text.title(4)}</h3><p>${text.paragraph(3)}</p><button>Helpful (${at})</button></article>`)}`,
});

export const searchResults = sitePage({
  title: 'lantern - Search',
  seed: 4,
  main: (text) => `<h1>Results for “lantern”</h1><p>About 12,300 results</p><ol>${times(
    20,
    (
      at,
    ) => `<li class="c${at}"><div><cite>https://${text.some(1)}.example › ${text.some(1)}</cite><a href="https://example.com/url?q=${text.some(9).replaceAll(' ', '%20')}&ved=2ahUKE${'x'.repeat(60)}"
      onclick="document.title = 'result ${at}'; return false"><h3>${at === 12 ? 'How to mend a lantern' : text.title(7)}</h3></a></div><p>${text.paragraph(2)}</p></li>`,
  )}</ol><h2>People ask</h2>${times(6, () => `<details><summary>${text.title(6)}?</summary><p>${text.paragraph(2)}</p></details>`)}
  <nav aria-label="Pages">${times(10, (at) => `<a href="?start=${at}0">${at + 1}</a>`)}<a href="?start=10">Next</a></nav>`,
});

export const documentation = sitePage({
  title: 'Lantern.light() - Reference',
  seed: 5,
  main: (
    text,
  ) => `<aside><nav aria-label="Contents"><ul>${times(90, (at) => `<li><a href="/api/${at}"><code>Lantern.${text.some(1)}${at}()</code></a></li>`)}</ul></nav></aside>
  <article><h1>Lantern.light()</h1><p>${text.paragraph(3)}</p><pre><code>${times(12, () => `<span class="k">const</span> <span class="n">${text.some(1)}</span> = <span class="f">light</span>(<span class="s">'${text.some(2)}'</span>);`)}</code></pre>
  <button data-says="copied">Copy code</button>${times(
    12,
    () =>
      `<h2 id="${text.some(1)}">${text.title(3)} <a href="#x" aria-label="Link to this heading">#</a></h2><p>${text.paragraph(4)}</p><ul>${times(4, () => `<li><code>${text.some(1)}</code> ${text.title(8)}</li>`)}</ul>`,
  )}<nav aria-label="Next page"><a href="/api/next">Lantern.snuff()</a></nav></article>`,
});

export const forumThread = sitePage({
  title: 'My lantern smokes',
  seed: 6,
  main: (text) =>
    `<h1>My lantern smokes</h1>${times(
      30,
      (
        at,
      ) => `<article id="post-${at}" class="post c${at}"><header><a href="/u/${at}">${text.some(1)}${at}</a> <time>${at} h ago</time></header>
      <div class="body"><blockquote>${text.paragraph(1)}</blockquote><p>${text.paragraph(4)}</p></div><button aria-label="Like the post of ${text.some(1)}">♥ ${text.number(50)}</button>
      <button data-says="quotes ${at}">Quote #${at}</button> <a href="#post-${at}">Link</a></article>`,
    )}<form><label>Your answer <textarea name="answer" rows="5"></textarea></label><button>Send answer</button></form>`,
});
