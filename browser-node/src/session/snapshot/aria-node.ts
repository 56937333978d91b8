/** A node of Playwright's tree: an element with its role, or a text. */
export interface AriaNode {
  role: string;
  name?: string;
  /** All that it holds, where that is a text. */
  text?: string;
  children?: (AriaNode | string)[];
  /** What Playwright calls it; absent where it cannot be clicked. */
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
  /** What the browser says of what stands in it. */
  problem?: string;
  pressed?: boolean | 'mixed';
  selected?: boolean;
}

/** A text in one line. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** What shows a number, and is not always a field. */
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

/** What says where one is on a page, and is looked into on its own. */
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

/** All that is to be read in it, in order. */
export const textIn = (node: AriaNode | string): string => {
  if (typeof node === 'string') return node;
  return node.text ?? node.children?.map(textIn).join(' ') ?? node.name ?? '';
};

/** What a list to choose from offers, where that is chosen from by its list and not by itself. */
export const optionsOf = ({ role, children = [] }: AriaNode): readonly AriaNode[] => {
  const options = children.filter((child): child is AriaNode => typeof child !== 'string' && child.role === 'option');
  const isPlain = role === 'combobox' || role === 'listbox';
  return isPlain && options.length === children.length && options.every(({ ref }) => ref === undefined) ? options : [];
};
