import type { DetailPage, PageGroup } from '../routing/page-at.js';
import { BatchListPage } from './batches/batch-list-page.js';
import { BatchPage } from './batches/batch-page.js';
import { FailedPagesPage, NewBatchPage } from './batches/new-batch-page.js';
import { OverviewPage } from './overview/overview-page.js';
import { PlaygroundPage } from './playground/playground-page.js';
import { PresetListPage } from './presets/preset-list-page.js';
import { NewPresetPage, PresetPage } from './presets/preset-page.js';
import { ProfilesPage } from './profiles/profiles-page.js';
import { ProxyPage } from './proxy/proxy-page.js';
import { SecretsPage } from './secrets/secrets-page.js';
import { SessionPage } from './sessions/session-page.js';
import { SessionsPage } from './sessions/sessions-page.js';
import { SlackPage } from './slack/slack-page.js';
import { StoragePage } from './storage/storage-page.js';
import { UsagePage } from './usage/usage-page.js';

/** The navigation, in order. */
export const pageGroups: readonly PageGroup[] = [
  {
    pages: [
      { path: '/', title: 'Overview', icon: 'overview', component: OverviewPage },
      { path: '/playground', title: 'Playground', icon: 'playground', component: PlaygroundPage },
      { path: '/sessions', title: 'Sessions', icon: 'sessions', component: SessionsPage },
      { path: '/batches', title: 'Batches', icon: 'batches', component: BatchListPage },
      { path: '/usage', title: 'Usage', icon: 'usage', component: UsagePage },
    ],
  },
  {
    title: 'Settings',
    pages: [
      { path: '/presets', title: 'Presets', icon: 'presets', component: PresetListPage },
      { path: '/storage', title: 'Storage', icon: 'storage', component: StoragePage },
      { path: '/proxy', title: 'Proxy', icon: 'proxy', component: ProxyPage },
      { path: '/profiles', title: 'Saved logins', icon: 'profiles', component: ProfilesPage },
      { path: '/slack', title: 'Slack', icon: 'chat', component: SlackPage },
      { path: '/secrets', title: 'Secrets', icon: 'secrets', component: SecretsPage },
    ],
  },
];

/** Pages of one thing, such as a session; each is below a listed page. The first that fits counts. */
export const detailPages: readonly DetailPage[] = [
  { pattern: '/sessions/:id', component: SessionPage },
  { pattern: '/batches/new', component: NewBatchPage },
  { pattern: '/batches/:id', component: BatchPage },
  { pattern: '/batches/:id/failed', component: FailedPagesPage },
  { pattern: '/presets/new', component: NewPresetPage },
  { pattern: '/presets/edit/:name', component: PresetPage },
];
