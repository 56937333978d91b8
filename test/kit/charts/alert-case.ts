/**
 * One sample per half minute in promtool's notation: `0x9` is ten zeros, `0+6x9` ten that grow by 6. `_` is none,
 * `stale` the end.
 */
export type Samples = string;

export interface AlertCase {
  alert: string;
  when: string;
  /** Keys: series names with all labels. */
  series: Readonly<Record<string, Samples>>;
}

/** It fires at that minute, not half a minute earlier. */
export interface FiringCase extends AlertCase {
  at: number;
  labels: Readonly<Record<string, string>>;
  summary: string;
}

/** It does not fire within that time. */
export interface QuietCase extends AlertCase {
  minutes: number;
}

export const alertNamespace = 'shots';

type Labels = Readonly<Record<string, string>>;

export const series = (metric: string, labels: Labels): string =>
  `${metric}{${Object.entries({ namespace: alertNamespace, ...labels })
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join()}}`;

/** The series `name`, in another installation. */
export const elsewhere = (name: string): string =>
  name.replace(`namespace="${alertNamespace}"`, 'namespace="elsewhere"');

/** Container names behind the Service of private ports, by the program's name in metrics. */
export const containers = { api: 'api', operator: 'operator', 'browser-node': 'browser' } as const;

export type Scraped = keyof typeof containers;

/** Labels that a ServiceMonitor adds: the job is the Service. */
export const targetLabels = (program: Scraped, pod = 'a'): Labels => ({
  namespace: alertNamespace,
  job: 'tintype-metrics',
  service: 'tintype-metrics',
  endpoint: 'private',
  container: containers[program],
  pod: `tintype-${program}-${pod}`,
  instance: `tintype-${program}-${pod}:9090`,
});

export const up = (program: Scraped, pod?: string): string => series('up', targetLabels(program, pod));

const metricOf =
  (program: Scraped) =>
  (metric: string, labels: Labels = {}, pod?: string): string =>
    series(metric, { ...targetLabels(program, pod), program, ...labels });

export const ofApi = metricOf('api');
export const ofOperator = metricOf('operator');
export const ofRenderer = metricOf('browser-node');
