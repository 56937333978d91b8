import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Icon } from '../../in-page/content/document-facts.js';
import { bestIcons } from './icons.js';

const icon = (href: string, given: Partial<Icon> = {}): Icon => ({
  href,
  rel: 'icon',
  sizes: '',
  type: '',
  media: '',
  ...given,
});

const small = icon('16.png', { sizes: '16x16' });
const large = icon('192.png', { sizes: '192x192' });
const dark = icon('512-dark.png', { sizes: '512x512', media: '(prefers-color-scheme: dark)' });
const touch = icon('touch.png', { rel: 'apple-touch-icon' });
const drawn = icon('i.svg', { type: 'image/svg+xml' });

const cases: [what: string, icons: Icon[], best: string][] = [
  ['the largest', [small, large, icon('57.png', { sizes: '57x57' })], '192.png'],
  ['the largest of several sizes', [small, icon('i.ico', { sizes: '16x16 48x48' })], 'i.ico'],
  ['one for light backgrounds', [dark, small], '16.png'],
  ['the only one', [dark], '512-dark.png'],
  ['one for home screens before one that names no size', [icon('favicon.ico'), drawn, touch], 'touch.png'],
  ['a drawing before small pictures', [small, drawn], 'i.svg'],
];

describe('the best icon of a page', () => {
  for (const [what, icons, best] of cases) it(`is ${what}`, () => assert.equal(bestIcons(icons)[0], best));
});
