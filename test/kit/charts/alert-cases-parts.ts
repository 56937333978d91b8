import {
  elsewhere,
  type FiringCase,
  ofApi,
  ofOperator,
  ofRenderer,
  type QuietCase,
  type Scraped,
  series,
  targetLabels,
  up,
} from './alert-case.js';

const warning = { severity: 'warning' } as const;
const critical = { severity: 'critical' } as const;

const connected = 'tintype_nats_connected';
const started = 'process_start_time_seconds';
const right = 'tintype_ledger_is_right';
const leads = 'tintype_leader_is_leading';
const browserUp = 'tintype_browser_up';
const storeUp = 'tintype_s3_up';

/** The kubelet's metric, through a ServiceMonitor that honours its labels. */
const volume = (kind: 'available' | 'capacity', claim = 'data-tintype-nats-0') =>
  series(`kubelet_volume_stats_${kind}_bytes`, { persistentvolumeclaim: claim, job: 'kubelet', node: 'one' });

/** A metric of kube-state-metrics, likewise. */
const job = (metric: string, labels: Record<string, string>) =>
  series(metric, { job: 'kube-state-metrics', job_name: 'tintype-verify-29876543', ...labels });

const missing = (alert: string, program: Scraped, summary: string): FiringCase => {
  const others = (['api', 'operator', 'browser-node'] as const).filter((other) => other !== program);
  const { namespace = '', job = '', container = '' } = targetLabels(program);
  return {
    alert,
    summary,
    when: `there is no pod of ${program}, though of the others, and in another namespace`,
    series: Object.fromEntries(
      [...others.map((other) => up(other)), elsewhere(up(program))].map((name) => [name, '1x20']),
    ),
    at: 5,
    labels: { ...critical, namespace, job, container },
  };
};

const there = (alert: string, program: Scraped): QuietCase[] => [
  { alert, when: `a pod of ${program} does not answer`, series: { [up(program)]: '0x40' }, minutes: 20 },
  { alert, when: 'the only pod is replaced', series: { [up(program)]: '1 stale _x8 1x30' }, minutes: 20 },
];

export const firingParts: readonly FiringCase[] = [
  {
    alert: 'TintypeDown',
    when: 'a pod does not answer, while another one does',
    series: { [up('api')]: '0x20', [up('api', 'b')]: '1x20' },
    at: 5,
    labels: { ...warning, ...targetLabels('api') },
    summary: 'tintype-api-a does not answer on its private port, or restarts again and again',
  },
  {
    alert: 'TintypeDown',
    when: 'a pod lives for a minute each time that it is started, every six minutes',
    series: { [up('browser-node')]: '1 1 0x9 1 1 0x9 1 1 0x9' },
    at: 7,
    labels: { ...warning, ...targetLabels('browser-node') },
    summary: 'tintype-browser-node-a does not answer on its private port, or restarts again and again',
  },
  missing(
    'TintypeNoApi',
    'api',
    'Prometheus sees no pod of the api: no request is answered, or Prometheus does not scrape it',
  ),
  missing(
    'TintypeNoOperator',
    'operator',
    'Prometheus sees no pod of the operator: no session starts, or Prometheus does not scrape it',
  ),
  missing(
    'TintypeNoRenderer',
    'browser-node',
    'Prometheus sees no pod that renders: requests wait and are refused, or Prometheus does not scrape it',
  ),
  {
    alert: 'TintypeNatsDisconnected',
    when: 'one pod of two has lost NATS',
    series: { [ofApi(connected)]: '1x20', [ofApi(connected, {}, 'b')]: '1 1 0x20' },
    at: 2,
    labels: { ...critical, program: 'api' },
    summary: 'api has no connection to NATS: it can neither render nor open sessions',
  },
  {
    alert: 'TintypeNatsDisconnected',
    when: 'a pod that was started while NATS is away does not show the metric yet',
    series: { [ofOperator(started)]: '1795575250x20', [ofOperator(started, {}, 'b')]: '1795575250x20' },
    at: 1,
    labels: { ...critical, program: 'operator' },
    summary: 'operator has no connection to NATS: it can neither render nor open sessions',
  },
  {
    alert: 'TintypeNatsVolumeFull',
    when: 'a volume has less than 15 % left',
    series: { [volume('available')]: '14x30', [volume('capacity')]: '100x30' },
    at: 10,
    labels: { ...critical, persistentvolumeclaim: 'data-tintype-nats-0' },
    summary: 'data-tintype-nats-0 has 14% of its space left: NATS stops when it is full',
  },
  {
    alert: 'TintypeLedgerLost',
    when: 'one operator of two sees another ledger',
    series: { [ofOperator(right)]: '1x20', [ofOperator(right, {}, 'b')]: '1 0x20' },
    at: 1.5,
    labels: critical,
    summary: 'The ledger is not the recorded one: no session is charged',
  },
  {
    alert: 'TintypeLedgerDisagrees',
    when: 'the Job fails',
    series: {
      [job('kube_job_status_failed', { reason: 'BackoffLimitExceeded' })]: '_ _ 1x20',
      [job('kube_job_failed', { condition: 'true' })]: '_ _ 1x20',
    },
    at: 1,
    labels: { ...critical, job_name: 'tintype-verify-29876543' },
    summary: 'tintype-verify-29876543 failed: ledger, usage and results disagree, or could not be compared',
  },
  {
    alert: 'TintypeLedgerDisagrees',
    when: 'the Job gives up without ever having had a pod',
    series: {
      [job('kube_job_status_failed', {})]: '0x20',
      [job('kube_job_failed', { condition: 'true' })]: '_ _ 1x20',
    },
    at: 1,
    labels: { ...critical, job_name: 'tintype-verify-29876543' },
    summary: 'tintype-verify-29876543 failed: ledger, usage and results disagree, or could not be compared',
  },
  {
    alert: 'TintypeNoLeader',
    when: 'two operators stand by',
    series: { [ofOperator(leads)]: '1 0x20', [ofOperator(leads, {}, 'b')]: '0x20' },
    at: 1.5,
    labels: critical,
    summary: 'No operator leads: no session starts, and sessions that end are not charged yet',
  },
  {
    alert: 'TintypeNoLeader',
    when: 'there is no operator, though in another namespace',
    series: { [elsewhere(ofOperator(leads))]: '1x20' },
    at: 1,
    labels: critical,
    summary: 'No operator leads: no session starts, and sessions that end are not charged yet',
  },
  {
    alert: 'TintypeNoBrowser',
    when: 'one pod of two has lost its browser',
    series: { [ofRenderer(browserUp)]: '1 0x20', [ofRenderer(browserUp, {}, 'b')]: '1x20' },
    at: 2.5,
    labels: { ...warning, ...targetLabels('browser-node'), program: 'browser-node' },
    summary: 'tintype-browser-node-a has no browser',
  },
  {
    alert: 'TintypeStoreDown',
    when: 'no api reaches the store',
    series: { [ofApi(storeUp)]: '1 0x20', [ofApi(storeUp, {}, 'b')]: '0x20' },
    at: 2.5,
    labels: critical,
    summary: 'The S3 store for results does not answer',
  },
];

export const quietParts: readonly QuietCase[] = [
  {
    alert: 'TintypeDown',
    when: 'a pod does not answer for less than five minutes',
    series: { [up('operator')]: '1x20 0x8 1x30' },
    minutes: 30,
  },
  {
    alert: 'TintypeDown',
    when: 'the pod is gone that did not answer',
    series: { [up('operator')]: '0x3 stale' },
    minutes: 20,
  },
  {
    alert: 'TintypeDown',
    when: 'it is a pod of somebody else',
    series: { [series('up', { ...targetLabels('api'), job: 'shop-metrics' })]: '0x40' },
    minutes: 20,
  },
  ...there('TintypeNoApi', 'api'),
  ...there('TintypeNoOperator', 'operator'),
  ...there('TintypeNoRenderer', 'browser-node'),
  {
    alert: 'TintypeNatsDisconnected',
    when: 'a program has NATS again within a minute',
    series: { [ofApi(started)]: '1795575250x20', [ofApi(connected)]: '1 0 0 1x20' },
    minutes: 10,
  },
  {
    alert: 'TintypeNatsDisconnected',
    when: 'a program has waited for NATS for less than a minute',
    series: { [ofApi(started)]: '1795575250x20', [ofApi(connected)]: '_ _ 1x20' },
    minutes: 10,
  },
  {
    alert: 'TintypeNatsVolumeFull',
    when: 'a volume has 15 % left',
    series: { [volume('available')]: '15x40', [volume('capacity')]: '100x40' },
    minutes: 20,
  },
  {
    alert: 'TintypeNatsVolumeFull',
    when: 'a volume was as full for less than ten minutes',
    series: { [volume('available')]: '14x19 16x20', [volume('capacity')]: '100x40' },
    minutes: 20,
  },
  {
    alert: 'TintypeNatsVolumeFull',
    when: 'it is the volume of another NATS',
    series: { [volume('available', 'data-nats-0')]: '1x40', [volume('capacity', 'data-nats-0')]: '100x40' },
    minutes: 20,
  },
  {
    alert: 'TintypeLedgerLost',
    when: 'the ledger is right again within a minute',
    series: { [ofOperator(right)]: '1 0 0 1x20' },
    minutes: 10,
  },
  {
    alert: 'TintypeLedgerDisagrees',
    when: 'a Job of another name fails, and this one ends well',
    series: {
      [job('kube_job_failed', { job_name: 'tintype-setup-1', condition: 'true' })]: '1x20',
      [job('kube_job_failed', { condition: 'false' })]: '1x20',
      [job('kube_job_failed', { condition: 'true' })]: '0x20',
      [job('kube_job_status_failed', {})]: '0x20',
    },
    minutes: 10,
  },
  {
    alert: 'TintypeNoLeader',
    when: 'another operator leads within a minute',
    series: { [ofOperator(leads)]: '1 0x20', [ofOperator(leads, {}, 'b')]: '0 0 0 1x20' },
    minutes: 10,
  },
  {
    alert: 'TintypeNoBrowser',
    when: 'the next browser is there within two minutes',
    series: { [ofRenderer(browserUp)]: '1 0 0 0 0 1x20' },
    minutes: 10,
  },
  {
    alert: 'TintypeStoreDown',
    when: 'one api of two reaches the store',
    series: { [ofApi(storeUp)]: '0x20', [ofApi(storeUp, {}, 'b')]: '1x20' },
    minutes: 10,
  },
  {
    alert: 'TintypeStoreDown',
    when: 'the store is back within two minutes',
    series: { [ofApi(storeUp)]: '1 0 0 0 0 1x20' },
    minutes: 10,
  },
];
