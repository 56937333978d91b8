import { sitePage, times } from './layout.js';

const countries =
  'Austria Belgium Bulgaria Croatia Cyprus Czechia Denmark Estonia Finland France Germany Greece Hungary Ireland Italy Latvia Lithuania Luxembourg Malta Netherlands Poland Portugal Romania Slovakia Slovenia Spain Sweden'.split(
    ' ',
  );

export const login = sitePage({
  title: 'Log in',
  seed: 7,
  isBare: true,
  main: (text) => `<h1>Log in</h1><form><label>Email <input type="email" name="email" autocomplete="username"></label>
    <label>Password <input type="password" name="password"></label><label><input type="checkbox" name="stay"> Stay logged in</label>
    <button>Log in</button></form><p>or</p>${['Google', 'GitHub', 'a passkey'].map((way) => `<button type="button">Continue with ${way}</button>`).join('')}
    <a href="/forgotten">Forgotten your password?</a><p>${text.paragraph(2)} <a href="/terms">Terms</a></p>`,
});

export const steppedForm = sitePage({
  title: 'Apply',
  seed: 8,
  main: (
    text,
  ) => `<h1>Apply for a stall</h1><ol aria-label="Steps"><li aria-current="step">You</li><li>Your stall</li><li>Check</li></ol>
    <form novalidate>${times(
      4,
      (group) =>
        `<fieldset><legend>${text.title(2)}</legend>${times(
          5,
          (
            at,
          ) => `<div class="field c${at}"><label for="f${group}-${at}">${text.title(2)} ${group}.${at} <span aria-hidden="true">*</span></label>
      <input id="f${group}-${at}" name="f${group}-${at}" aria-describedby="h${group}-${at}"><small id="h${group}-${at}">${text.title(9)}</small></div>`,
        )}</fieldset>`,
    )}
    <label>Country <select name="country"><option value="">Choose</option>${countries.map((name) => `<option>${name}</option>`).join('')}</select></label>
    <fieldset><legend>How often</legend>${['Once', 'Each week', 'Each month'].map((way) => `<label><input type="radio" name="often"> ${way}</label>`).join('')}</fieldset>
    <label><input type="checkbox" name="terms"> I accept the rules</label><button type="button">Back</button><button>Next step</button></form>`,
});

export const dataTable = sitePage({
  title: 'Stations',
  seed: 9,
  main: (
    text,
  ) => `<h1>Stations</h1><label>Filter <input type="search" name="filter"></label><button data-says="exported">Export</button>
    <table><thead><tr>${['Name', 'Line', 'Opened', 'Lamps', 'Oil', 'Keeper'].map((name) => `<th scope="col"><button>${name}</button></th>`).join('')}<th></th></tr></thead>
    <tbody>${times(
      100,
      (
        at,
      ) => `<tr data-row="${at}"><td>${text.title(2)}</td><td>${at % 7}</td><td>18${10 + (at % 90)}</td><td>${text.number(900)}</td><td>${text.number(99)}.${at % 10} l</td><td>${text.title(2)}</td>
      <td><button data-says="edits ${at}" aria-label="Edit row ${at}"><svg viewBox="0 0 24 24"><path d="M3 17.25V21h3.75L17.81 9.94l-3.75-3.75L3 17.25z"/></svg></button></td></tr>`,
    )}</tbody></table>
    <nav aria-label="Pages">${times(8, (at) => `<button>${at + 1}</button>`)}</nav>`,
});

const chart = (at: number) =>
  `<svg role="img" aria-label="Chart ${at}" viewBox="0 0 400 100">${times(
    60,
    (x) => `<path d="M${x * 6} ${(x * at * 37) % 100} L${x * 6 + 6} ${((x + 1) * at * 37) % 100}"
  stroke="#36c" stroke-width="1.5" vector-effect="non-scaling-stroke"/>`,
  )}</svg>`;

export const dashboard = sitePage({
  title: 'Overview',
  seed: 10,
  main: (
    text,
  ) => `<h1>Overview</h1><div role="tablist">${['Day', 'Week', 'Month'].map((name, at) => `<button role="tab" aria-selected="${at === 0}" data-says="shows ${name}">${name}</button>`).join('')}</div>
    ${times(
      8,
      (
        at,
      ) => `<section class="tile c${at}"><h2>${text.title(2)}</h2><strong>${text.number(90_000)}</strong> <span>+${at}.${at} %</span>${chart(at + 1)}
      <button aria-haspopup="menu" aria-label="More about tile ${at}">⋮</button></section>`,
    )}
    <h2>Latest</h2><ul>${times(25, (at) => `<li><a href="/event/${at}">${text.title(5)}</a> <time>${at} min</time> <span class="badge">${text.title(1)}</span></li>`)}</ul>
    <label><input type="checkbox" role="switch"> Refresh by itself</label>`,
});
