import type { ComponentType } from 'preact';
import type { IconName } from '../components/icon.js';
import { OverviewPage } from './overview/overview-page.js';
import { PlaygroundPage } from './playground/playground-page.js';
import { SessionPage } from './sessions/session-page.js';
import { SessionsPage } from './sessions/sessions-page.js';

export interface ListedPage {
  path: string;
  title: string;
  icon: IconName;
  component: ComponentType;
}

/** The navigation, in order. */
export const pageGroups: readonly { title?: string; pages: readonly ListedPage[] }[] = [
  {
    pages: [
      { path: '/', title: 'Overview', icon: 'overview', component: OverviewPage },
      { path: '/playground', title: 'Playground', icon: 'playground', component: PlaygroundPage },
      { path: '/sessions', title: 'Sessions', icon: 'sessions', component: SessionsPage },
    ],
  },
];

/** Pages of one thing, such as a session; each is below a listed page. */
export const detailPages: readonly { pattern: string; component: ComponentType<Record<string, string>> }[] = [
  { pattern: '/sessions/:id', component: SessionPage },
];
