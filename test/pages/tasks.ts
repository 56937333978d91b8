import { documentation, forumThread, newsFront, product, searchResults, shopList } from './reading-pages.js';
import { dashboard, dataTable, login, steppedForm } from './working-pages.js';

/** A common kind of page, and a task on it. */
export interface PageTask {
  name: string;
  html: string;
  /** Each step takes the ref of the snapshot's first matching line. */
  steps: readonly [type: string, line: RegExp, payload?: object][];
  /** The final title of the page. */
  ends: RegExp;
}

export const pageTasks: readonly PageTask[] = [
  {
    name: 'front page of a newspaper',
    html: newsFront,
    steps: [['click', /link .*A lantern is found in the harbour/]],
    ends: /^story 91$/,
  },
  {
    name: 'list of a shop',
    html: shopList,
    steps: [['click', /button "Add Storm lantern to basket"/]],
    ends: /^Storm lantern is in the basket$/,
  },
  {
    name: 'product',
    html: product,
    steps: [
      ['check', /radio "Brass"/],
      ['fill', /spinbutton "Amount"/, { value: 3 }],
      ['click', /button "Add to basket"/],
    ],
    ends: /^sent colour=Brass&amount=3$/,
  },
  {
    name: 'results of a search',
    html: searchResults,
    steps: [['click', /link .*How to mend a lantern/]],
    ends: /^result 12$/,
  },
  {
    name: 'form of several steps',
    html: steppedForm,
    steps: [
      ['type', /textbox .*3\.4/, { text: 'Ada' }],
      ['select', /combobox "Country"/, { value: 'Malta' }],
      ['check', /checkbox "I accept the rules"/],
      ['click', /button "Next step"/],
    ],
    ends: /^sent .*f3-4=Ada&country=Malta&terms=on$/,
  },
  { name: 'table of 100 rows', html: dataTable, steps: [['click', /button "Edit row 57"/]], ends: /^edits 57$/ },
  { name: 'dashboard', html: dashboard, steps: [['click', /tab "Month"/]], ends: /^shows Month$/ },
  {
    name: 'thread of a forum',
    html: forumThread,
    steps: [
      ['fill', /textbox "Your answer"/, { value: 'Trim the wick' }],
      ['click', /button "Send answer"/],
    ],
    ends: /^sent answer=Trim\+the\+wick$/,
  },
  { name: 'documentation', html: documentation, steps: [['click', /button "Copy code"/]], ends: /^copied$/ },
  {
    name: 'login',
    html: login,
    steps: [
      ['fill', /textbox "Email"/, { value: 'ada@example.com' }],
      ['type', /textbox "Password"/, { text: 'lovelace' }],
      ['click', /button "Log in"/],
    ],
    ends: /^sent email=ada%40example.com&password=lovelace$/,
  },
];
