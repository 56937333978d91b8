import {
  type AriaNode,
  holdsInteractive,
  isGauge,
  isInteractive,
  isPlace,
  oneLine,
  optionsOf,
  textIn,
} from './aria-node.js';

export interface Head {
  text: string;
  /** The element is interactive or structures the page, so its line is dropped last. */
  matters: boolean;
  /** Playwright's name, if the line has a ref. */
  named: string | undefined;
  problem: string | undefined;
  /** The line includes the element's descendants, which get no lines of their own. */
  isWhole: boolean;
}

const labelLength = 200;
const urlLength = 300;

const quoted = (text: string) => JSON.stringify(text);

/** Roles whose content is a value, not a name. */
const fields = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton', 'slider']);

const states: readonly [mark: string, holds: (node: AriaNode) => boolean][] = [
  ['checked', ({ checked }) => checked === true],
  ['checked=mixed', ({ checked }) => checked === 'mixed'],
  ['disabled', ({ disabled }) => disabled === true],
  ['expanded', ({ expanded }) => expanded === true],
  ['collapsed', ({ expanded }) => expanded === false],
  ['pressed', ({ pressed }) => pressed === true],
  ['selected', ({ selected }) => selected === true],
  ['invalid', ({ invalid }) => Boolean(invalid) && invalid !== 'false'],
  ['focused', ({ active, role }) => active === true && role !== 'generic'],
];

const maxOptions = 20;

const choiceOf = (options: readonly AriaNode[]) => {
  const names = options.map(({ name = '' }) => oneLine(name).slice(0, 60));
  const marked = options.map(({ disabled }, at) => `${names[at]}${disabled ? ' [disabled]' : ''}`);
  const more = names.length > maxOptions ? ` | and ${names.length - maxOptions} more` : '';
  return {
    chosen: names.filter((_, at) => options[at]?.selected).join(', '),
    offered: `[options: ${marked.slice(0, maxOptions).join(' | ')}${more}]`,
  };
};

const marksOf = (node: AriaNode, { held, withUrl }: { held: string; withUrl: boolean }): string[] => {
  const { role, level, placeholder, url } = node;
  const marks = states.filter(([, holds]) => holds(node)).map(([mark]) => mark);
  if (role === 'heading' && level !== undefined) marks.push(`level=${level}`);
  if (placeholder && !held) marks.push(`placeholder=${quoted(oneLine(placeholder))}`);
  if (withUrl && url) marks.push(`url=${url.slice(0, urlLength)}`);
  return marks.map((mark) => `[${mark}]`);
};

/** Fields and gauges show name and value, others their content as the name or after it. */
const wordsOf = (node: AriaNode, held: string) => {
  const name = oneLine(node.name ?? '');
  if (fields.has(node.role) || isGauge(node)) return { label: name, rest: held };
  const label = name || held.slice(0, labelLength);
  return { label, rest: name && held && !name.includes(held) && !held.includes(name) ? held : '' };
};

const showsDescendants = (node: AriaNode): boolean => {
  const below = (node.children ?? []).filter((child) => typeof child !== 'string');
  const isSimple = isInteractive(node) || node.role === 'heading' || below.length === 0;
  return optionsOf(node).length > 0 || (isSimple && !below.some(holdsInteractive));
};

const contentOf = (node: AriaNode) => {
  const options = optionsOf(node);
  if (options.length > 0) return choiceOf(options);
  const hasContent = node.text !== undefined || node.children !== undefined;
  return { chosen: hasContent && showsDescendants(node) ? oneLine(textIn(node)) : '', offered: '' };
};

export const headOf = (node: AriaNode, withUrl: boolean): Head => {
  const { role, ref, problem } = node;
  const { chosen: held, offered } = contentOf(node);
  const { label, rest } = wordsOf(node, held);
  const parts = [role === 'generic' ? 'clickable' : role, ...(label ? [quoted(label)] : [])];
  const text = [...parts, ...marksOf(node, { held, withUrl })].join(' ');
  const isNamed = isInteractive(node) || isPlace(node);
  return {
    text: [rest ? `${text}: ${rest}` : text, ...(offered ? [offered] : [])].join(' '),
    matters: isNamed || role === 'heading',
    named: isNamed ? ref : undefined,
    problem: isNamed ? problem : undefined,
    isWhole: showsDescendants(node),
  };
};
