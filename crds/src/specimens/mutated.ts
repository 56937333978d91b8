/** Picks an integer from 0 to `count` - 1. */
export type Choose = (count: number) => number;

type Change = (value: unknown) => unknown;

const removed = Symbol('removed');

const constants: unknown[] = [
  null,
  true,
  '',
  'x',
  'X y',
  '😀',
  'x'.repeat(70),
  -1,
  0,
  1,
  61,
  1.5,
  2_000_000_000,
  [],
  {},
  [null],
];

const changes: Change[] = [
  () => removed,
  ...constants.map((constant) => () => constant),
  (value) => (typeof value === 'number' ? value + 1 : value),
  (value) => (typeof value === 'number' ? value - 1 : value),
  (value) => (typeof value === 'boolean' ? !value : value),
  (value) => (typeof value === 'string' ? `${value}-` : value),
  (value) => (typeof value === 'string' ? value.slice(1) : value),
  (value) => (typeof value === 'string' ? value.replace(/\d/, '9') : value),
  (value) => (Array.isArray(value) ? [...value, ...value] : value),
  (value) => (Array.isArray(value) ? value.slice(1) : value),
  (value) => (isFields(value) ? { ...value, unknown: 1 } : value),
  (value) => (isFields(value) ? { ...value, 'tintype.dev/own': 'x' } : value),
  (value) => (isFields(value) ? { ...value, 'a b': 'x' } : value),
  (value) => (isFields(value) ? { ...value, 'a.b/c': '1' } : value),
  (value) => (isFields(value) ? { ...value, memory: '1Gi' } : value),
];

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const pathsOf = (value: unknown, path: readonly string[] = []): (readonly string[])[] => {
  const children = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [path, ...children.flatMap(([name, child]) => pathsOf(child, [...path, name]))];
};

const changedAt = (value: unknown, [head, ...rest]: readonly string[], change: Change): unknown => {
  if (head === undefined) return change(value);
  const children = Object.entries(value as object)
    .map(([name, child]) => [name, name === head ? changedAt(child, rest, change) : child] as const)
    .filter(([, child]) => child !== removed);
  return Array.isArray(value) ? children.map(([, child]) => child) : Object.fromEntries(children);
};

/** Returns the object with one change, which mostly makes it invalid. */
export const mutated = <T extends object>(object: T, choose: Choose): T => {
  const [, ...paths] = pathsOf(object);
  const path = paths[choose(paths.length)] ?? [];
  const change = changes[choose(changes.length)] as Change;
  return path.length === 0 ? object : (changedAt(object, path, change) as T);
};
