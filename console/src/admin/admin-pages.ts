import type { DetailPage, PageGroup } from '../routing/page-at.js';
import { AccountListPage } from './accounts/account-list-page.js';
import { AccountPage } from './accounts/account-page.js';
import { HealthPage } from './health/health-page.js';
import { QueuePage } from './queue/queue-page.js';
import { AllSessionsPage } from './sessions/all-sessions-page.js';

export const adminPageGroups: readonly PageGroup[] = [
  {
    pages: [
      { path: '/', title: 'Health', icon: 'overview', component: HealthPage },
      { path: '/accounts', title: 'Accounts', icon: 'profiles', component: AccountListPage },
      { path: '/queue', title: 'Queue', icon: 'batches', component: QueuePage },
      { path: '/sessions', title: 'Sessions', icon: 'sessions', component: AllSessionsPage },
    ],
  },
];

export const adminDetailPages: readonly DetailPage[] = [{ pattern: '/accounts/:id', component: AccountPage }];
