import { type AriaNode, holdsInteractive, isInteractive, oneLine, textIn } from './aria-node.js';
import { type Head, headOf } from './head.js';

export interface Line extends Omit<Head, 'isWhole'> {
  depth: number;
}

export interface LineOptions {
  mode: 'compact' | 'full';
  interactiveOnly: boolean;
}

/** Roles whose line would only repeat their content. */
const wrappers = new Set([
  'article',
  'blockquote',
  'code',
  'definition',
  'emphasis',
  'figure',
  'fragment',
  'generic',
  'list',
  'none',
  'paragraph',
  'presentation',
  'rowgroup',
  'strong',
  'subscript',
  'superscript',
  'term',
  'text',
  'time',
]);

const isRowOfText = ({ role, children = [] }: AriaNode) =>
  role === 'row' && children.every((cell) => typeof cell === 'string' || !holdsInteractive(cell));

/** Full mode shows each element with a name or a meaningful role. */
const isSkipped = (node: AriaNode, { mode, interactiveOnly }: LineOptions): boolean => {
  if (isInteractive(node)) return false;
  if (interactiveOnly) return true;
  if (mode === 'full') return node.role === 'generic' && !node.name;
  if (node.role === 'listitem') return (node.children ?? []).length < 2;
  if (node.role === 'group') return !node.name;
  return wrappers.has(node.role);
};

/** Drops texts that label a neighbour of the same name. */
const withoutLabels = (nodes: readonly (AriaNode | string)[]): readonly (AriaNode | string)[] => {
  const names = new Set(nodes.map((node) => (typeof node === 'string' ? undefined : oneLine(node.name ?? ''))));
  return nodes.filter((node) => typeof node !== 'string' || !names.has(oneLine(node)));
};

const textLine = (text: string, depth: number): Line => ({
  depth,
  text,
  matters: false,
  named: undefined,
  problem: undefined,
});

const cellOf = (text: string) => text.replace(/[\\|]/g, '\\$&');

const rowOf = ({ children = [] }: AriaNode) =>
  `row: ${children.map((cell) => cellOf(oneLine(textIn(cell)))).join(' | ')}`;

/** Not recursive: scripts make trees deeper than the stack. */
export const linesOf = (tree: readonly (AriaNode | string)[], options: LineOptions): Line[] => {
  const lines: Line[] = [];
  const waiting: [node: AriaNode | string, depth: number][] = [];
  const push = (nodes: readonly (AriaNode | string)[], depth: number) => {
    for (const node of withoutLabels(nodes).toReversed()) waiting.push([node, depth]);
  };
  const addNode = (node: AriaNode, depth: number) => {
    const inner = node.text === undefined ? (node.children ?? []) : [node.text];
    if (isSkipped(node, options)) return push(inner, depth);
    if (isRowOfText(node)) return void lines.push(textLine(rowOf(node), depth));
    const { isWhole, ...head } = headOf(node, options.mode === 'full');
    lines.push({ depth, ...head });
    if (!isWhole) push(inner, options.interactiveOnly ? depth : depth + 1);
  };
  push(tree, 0);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [node, depth] = next;
    if (typeof node !== 'string') addNode(node, depth);
    else if (oneLine(node) && !options.interactiveOnly) lines.push(textLine(oneLine(node), depth));
  }
  return lines;
};
