/** Samples of a Prometheus text: https://prometheus.io/docs/instrumenting/exposition_formats/ */

export interface Sample {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

const line = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const label = /(\w+)="((?:[^"\\]|\\.)*)"/g;

const unescaped = (text: string) => text.replaceAll(/\\(.)/g, (_, letter) => (letter === 'n' ? '\n' : letter));

export const readMetrics = (text: string): readonly Sample[] =>
  text.split('\n').flatMap((each) => {
    const [, name, labels = '', value] = line.exec(each) ?? [];
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(label)].map(([, key = '', found = '']) => [key, unescaped(found)]);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
  });

/** Undefined if there is no such sample: then another program has the metric. */
export const sumOf = (
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined => {
  const found = samples.filter(
    (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );
  return found.length === 0 ? undefined : found.reduce((total, { value }) => total + value, 0);
};
