export interface AriaNode {
  role: string;
  name?: string;
  /** The node's whole content, if it is text. */
  text?: string;
  children?: (AriaNode | string)[];
  /** Playwright's name for the element. Absent if the element cannot be clicked. */
  ref?: string;
  cursor?: string;
  url?: string;
  placeholder?: string;
  level?: number;
  checked?: boolean | 'mixed';
  disabled?: boolean;
  expanded?: boolean;
  active?: boolean;
  invalid?: boolean | string;
  /** The browser's validation message. */
  problem?: string;
  pressed?: boolean | 'mixed';
  selected?: boolean;
}

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Roles that show a number and need not be fields. */
const gauges = new Set(['meter', 'progressbar']);

const interactive = new Set([
  'button',
  'checkbox',
  'combobox',
  'link',
  'listbox',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
  'treeitem',
]);

/** Roles that structure a page. */
const places = new Set([
  'alert',
  'alertdialog',
  'banner',
  'complementary',
  'contentinfo',
  'dialog',
  'form',
  'iframe',
  'main',
  'menu',
  'navigation',
  'region',
  'search',
  'table',
  'grid',
  'tablist',
  'tree',
]);

export const isInteractive = ({ role, cursor }: AriaNode): boolean => interactive.has(role) || cursor === 'pointer';

export const isGauge = ({ role }: AriaNode): boolean => gauges.has(role);

export const isPlace = ({ role }: AriaNode): boolean => places.has(role);

export const holdsInteractive = (node: AriaNode): boolean =>
  isInteractive(node) || (node.children ?? []).some((child) => typeof child !== 'string' && holdsInteractive(child));

export const textIn = (node: AriaNode | string): string => {
  if (typeof node === 'string') return node;
  return node.text ?? node.children?.map(textIn).join(' ') ?? node.name ?? '';
};

/** The options of a list that is set as a whole, because its options have no refs. Else empty. */
export const optionsOf = ({ role, children = [] }: AriaNode): readonly AriaNode[] => {
  const options = children.filter((child): child is AriaNode => typeof child !== 'string' && child.role === 'option');
  const isPlain = role === 'combobox' || role === 'listbox';
  return isPlain && options.length === children.length && options.every(({ ref }) => ref === undefined) ? options : [];
};
