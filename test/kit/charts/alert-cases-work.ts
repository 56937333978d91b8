import { type FiringCase, ofApi, ofOperator, ofRenderer, type QuietCase } from './alert-case.js';

const warning = { severity: 'warning' } as const;
const critical = { severity: 'critical' } as const;

const picture = '/:apiKey/:signature/:endpoint';
const actions = '/v1/sessions/:id/actions';

const answered = (route: string, status: number, code: string, pod?: string) =>
  ofApi('tintype_http_requests_total', { route, status: String(status), code }, pod);
const fine = answered(picture, 200, '');
const render = (outcome: string, pod?: string) => ofRenderer('tintype_render_jobs_total', { outcome }, pod);
const inWork = (pod?: string) => ofRenderer('tintype_render_jobs_in_work', {}, pod);
const slots = (pod?: string) => ofRenderer('tintype_render_slots', {}, pod);
const ended = (reason: string, pod?: string) => ofRenderer('tintype_browser_ends_total', { reason }, pod);
const opening = (outcome: string, pod?: string) => ofApi('tintype_session_openings_total', { outcome }, pod);
const pods = (state: string, pod?: string) => ofOperator('tintype_pool_pods', { pool: 'default', state }, pod);
const desired = ofOperator('tintype_pool_desired', { pool: 'default' });
const settling = (pod?: string) => ofOperator('tintype_session_settling_age_seconds', {}, pod);
const longest = (controller: string) =>
  ofOperator('tintype_workqueue_longest_running_processor_seconds', { controller });
const reconciled = (result: string) => ofOperator('tintype_reconcile_total', { controller: 'browser-session', result });
const silence = (kind: string, pod?: string) => ofOperator('tintype_informer_watch_age_seconds', { kind }, pod);

export const firingWork: readonly FiringCase[] = [
  {
    alert: 'TintypeErrors',
    when: 'six of a hundred requests are answered 503',
    series: { [answered('/v1/sessions', 503, 'unavailable')]: '0+6x40', [fine]: '0+94x40' },
    // A rate needs two samples.
    at: 10.5,
    labels: warning,
    summary: '6% of all requests fail with 5xx, not by a fault of the page',
  },
  {
    alert: 'TintypeErrors',
    when: 'pictures time out, and errors of ours are as many, by another pod',
    series: {
      [answered(picture, 504, 'timeout')]: '0+3x40',
      [answered(picture, 500, 'internal', 'b')]: '0+3x40',
      [fine]: '0+94x40',
    },
    at: 10.5,
    labels: warning,
    summary: '6% of all requests fail with 5xx, not by a fault of the page',
  },
  {
    alert: 'TintypeRendersFail',
    when: 'six of a hundred renders fail, in two pods',
    series: {
      [render('render_failed')]: '0+3x40',
      [render('render_failed', 'b')]: '0+3x40',
      [render('stored')]: '0+94x40',
    },
    at: 10.5,
    labels: warning,
    summary: '6% of all renders fail by our fault',
  },
  {
    alert: 'TintypeSecretsUnopened',
    when: 'one pod cannot open a job, another one can',
    series: { [render('unopened')]: '0x3 1x20', [render('unopened', 'b')]: '0x20' },
    at: 2,
    labels: { ...critical, pod: 'tintype-browser-node-a' },
    summary: 'tintype-browser-node-a cannot decrypt secrets of jobs: its job key is not that of the api',
  },
  {
    alert: 'TintypeRenderersBusy',
    when: 'more than nine places of ten are in use',
    series: { [inWork()]: '0 4x40', [slots()]: '4x40', [inWork('b')]: '15x40', [slots('b')]: '16x40' },
    at: 10.5,
    labels: warning,
    summary: 'Renders wait: 95% of the render slots are in use',
  },
  {
    alert: 'TintypeBrowsersDie',
    when: 'twelve browsers die or hang within some minutes; the increase is an estimate, of 12.6',
    series: { [ended('died')]: '100x9 108x40', [ended('hung', 'b')]: '20x9 24x40' },
    at: 5,
    labels: warning,
    summary: '13 browsers died or hung in 15 minutes',
  },
  {
    alert: 'TintypeSessionsRefused',
    when: 'four sessions could not be opened; the increase is an estimate, of 4.2',
    series: { [opening('unavailable')]: '20x9 21x40', [opening('overloaded', 'b')]: '5x9 8x40' },
    at: 5,
    labels: warning,
    summary: '4 sessions could not be opened in 10 minutes',
  },
  {
    alert: 'TintypePoolEmpty',
    when: 'there is no warm browser, though some that start',
    series: { [pods('warm')]: '1 0x20', [pods('warm', 'b')]: '0x20', [pods('starting')]: '1x20', [desired]: '1x20' },
    at: 5.5,
    labels: { ...warning, pool: 'default' },
    summary: 'The pool default has no warm browser: sessions start cold',
  },
  {
    alert: 'TintypeSessionsUnsettled',
    when: 'a session waits for its charge for more than ten minutes',
    series: { [settling()]: '0x20', [settling('b')]: '540+30x20' },
    at: 3.5,
    labels: critical,
    summary: 'A session that ended 12m 30s ago is not charged',
  },
  {
    alert: 'TintypeReconcileStuck',
    when: 'an object stays in work',
    series: { [longest('browser-session')]: '0x20', [longest('browser-pool')]: '0+30x20' },
    at: 4.5,
    labels: warning,
    summary: 'One reconcile has run for 4m 30s',
  },
  {
    alert: 'TintypeReconcileErrors',
    when: 'eleven reconciles of a hundred fail',
    series: {
      [reconciled('error')]: '0+6x40',
      [reconciled('timeout')]: '0+5x40',
      [reconciled('requeue_after')]: '0+9x40',
      [reconciled('success')]: '0+80x40',
    },
    at: 10.5,
    labels: warning,
    summary: '11% of all reconciles fail',
  },
  {
    alert: 'TintypeWatchSilent',
    when: 'one operator of two hears nothing of pods, though of sessions',
    series: {
      [silence('Pod')]: '540+30x20',
      [silence('BrowserSession')]: '20x20',
      [silence('Pod', 'b')]: '20x20',
    },
    at: 3.5,
    labels: { ...warning, pod: 'tintype-operator-a', kind: 'Pod' },
    summary: 'tintype-operator-a has received no event of Pod for 12m 30s',
  },
];

export const quietWork: readonly QuietCase[] = [
  {
    alert: 'TintypeErrors',
    when: '4.9 % of all requests are answered 503',
    series: { [answered('/v1/sessions', 503, 'unavailable')]: '0+49x60', [fine]: '0+951x60' },
    minutes: 30,
  },
  {
    alert: 'TintypeErrors',
    when: 'pages are to blame, or the clients of actions, or requests are refused',
    series: {
      [answered(picture, 502, 'target_dns')]: '0+20x60',
      [answered(actions, 504, 'timeout')]: '0+20x60',
      [answered('/v1/sessions', 429, 'session_limit')]: '0+20x60',
      [fine]: '0+10x60',
    },
    minutes: 30,
  },
  {
    alert: 'TintypeErrors',
    when: 'all requests fail, for less than ten minutes',
    series: { [answered(picture, 503, 'overloaded')]: '0+9x9 90x60', [fine]: '0x60' },
    minutes: 30,
  },
  {
    alert: 'TintypeErrors',
    when: 'nobody asks for anything any more',
    series: { [answered(picture, 503, 'unavailable')]: '90x60', [fine]: '10x60' },
    minutes: 30,
  },
  {
    alert: 'TintypeRendersFail',
    when: '4.9 % of all renders fail',
    series: { [render('render_failed')]: '0+49x60', [render('stored')]: '0+951x60' },
    minutes: 30,
  },
  {
    alert: 'TintypeRendersFail',
    when: 'renders end otherwise, which is no fault of ours',
    series: {
      [render('target_unreachable')]: '0+9x60',
      [render('timeout')]: '0+9x60',
      [render('unwanted')]: '0+9x60',
      [render('stored')]: '0+9x60',
    },
    minutes: 30,
  },
  {
    alert: 'TintypeSecretsUnopened',
    when: 'jobs fail by other faults of ours',
    series: { [render('unopened')]: '0x40', [render('internal')]: '0+5x40' },
    minutes: 20,
  },
  {
    alert: 'TintypeRenderersBusy',
    when: 'nine places of ten are in use, though one pod is full',
    series: { [inWork()]: '10x60', [slots()]: '10x60', [inWork('b')]: '8x60', [slots('b')]: '10x60' },
    minutes: 30,
  },
  {
    alert: 'TintypeRenderersBusy',
    when: 'all places are in use for less than ten minutes',
    series: { [inWork()]: '4x19 3x40', [slots()]: '4x60' },
    minutes: 30,
  },
  {
    alert: 'TintypeBrowsersDie',
    when: 'ten browsers die or hang, and others are replaced in time',
    series: {
      [ended('died')]: '0x9 6x60',
      [ended('hung', 'b')]: '0x9 4x60',
      [ended('pages')]: '0+9x60',
      [ended('memory')]: '0+9x60',
    },
    minutes: 30,
  },
  {
    alert: 'TintypeSessionsRefused',
    when: 'three sessions could not be opened, and others were refused or left by their clients',
    series: {
      [opening('unavailable')]: '0x9 3x60',
      [opening('session_limit')]: '0+9x60',
      [opening('credits_exhausted')]: '0+9x60',
      [opening('left')]: '0+9x60',
      [opening('opened')]: '0+9x60',
    },
    minutes: 30,
  },
  {
    alert: 'TintypePoolEmpty',
    when: 'the pool is to have no warm browser',
    series: { [pods('warm')]: '0x40', [desired]: '0x40' },
    minutes: 20,
  },
  {
    alert: 'TintypePoolEmpty',
    when: 'the next browser is warm within five minutes',
    series: { [pods('warm')]: '0x9 1x40', [desired]: '1x40' },
    minutes: 20,
  },
  {
    alert: 'TintypeSessionsUnsettled',
    when: 'a session has waited for its charge for ten minutes',
    series: { [settling()]: '600x20' },
    minutes: 10,
  },
  {
    alert: 'TintypeSessionsUnsettled',
    when: 'a new leader charges it within two minutes',
    series: { [settling()]: '630 660 690 720 0x20' },
    minutes: 10,
  },
  {
    alert: 'TintypeReconcileStuck',
    when: 'an object is in work for two minutes',
    series: { [longest('browser-session')]: '120x20' },
    minutes: 10,
  },
  {
    alert: 'TintypeReconcileStuck',
    when: 'an object is in work for less than four minutes',
    series: { [longest('browser-session')]: '130 160 190 220 0x20' },
    minutes: 10,
  },
  {
    alert: 'TintypeReconcileErrors',
    when: '9.9 % of all reconciles fail, and many others come again',
    series: {
      [reconciled('error')]: '0+99x60',
      [reconciled('requeue_after')]: '0+501x60',
      [reconciled('success')]: '0+400x60',
    },
    minutes: 30,
  },
  {
    alert: 'TintypeWatchSilent',
    when: 'nothing was heard for ten minutes',
    series: { [silence('Pod')]: '600x20' },
    minutes: 10,
  },
  {
    alert: 'TintypeWatchSilent',
    when: 'a list comes within two minutes more',
    series: { [silence('Pod')]: '630 660 690 720 0x20' },
    minutes: 10,
  },
];
