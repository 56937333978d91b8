import type { DomOf } from '../tree.js';

/** The explicit role, else the implicit one of HTML; empty without one. */
export const roleOf =
  (domOf: DomOf) =>
  (element: Element): string => {
    const [own = ''] = (domOf(element).getAttribute('role') ?? '').trim().split(/\s+/);
    if (own) return own;
    // The first match wins.
    const kinds: readonly [role: string, selector: string][] = [
      ['link', 'a[href], area[href]'],
      ['button', 'button, input:is([type=button], [type=submit], [type=reset], [type=image], [type=file])'],
      ['checkbox', 'input[type=checkbox]'],
      ['radio', 'input[type=radio]'],
      ['slider', 'input[type=range]'],
      ['spinbutton', 'input[type=number]'],
      ['searchbox', 'input[type=search]'],
      ['', 'input:is([type=hidden], [type=color], [type=date], [type=time], [type=month], [type=week])'],
      ['textbox', 'input, textarea'],
      ['listbox', 'select:is([multiple], [size]:not([size="1"])), datalist'],
      ['combobox', 'select'],
      ['option', 'option'],
      ['heading', 'h1, h2, h3, h4, h5, h6'],
      ['presentation', 'img[alt=""]'],
      ['img', 'img'],
      ['list', 'ul, ol, menu'],
      ['listitem', 'li'],
      ['table', 'table'],
      ['rowgroup', 'thead, tbody, tfoot'],
      ['row', 'tr'],
      ['columnheader', 'th'],
      ['cell', 'td'],
      ['navigation', 'nav'],
      ['main', 'main'],
      ['complementary', 'aside'],
      ['banner', 'header'],
      ['contentinfo', 'footer'],
      ['group', 'fieldset, optgroup, details'],
      ['separator', 'hr'],
      ['progressbar', 'progress'],
      ['status', 'output'],
      ...['article', 'dialog', 'figure', 'form', 'meter'].map((name): [string, string] => [name, name]),
    ];
    return kinds.find(([, selector]) => domOf(element).matches(selector))?.[0] ?? '';
  };

/** Whether an element is an editing host without a role other than `textbox`. */
export const isEdited = () => {
  const { getAttribute } = Element.prototype;
  return (element: Element): boolean => {
    const { isContentEditable, parentElement } = element as HTMLElement;
    if (isContentEditable !== true) return false;
    const isPart = element !== document.body && parentElement?.isContentEditable === true;
    return !isPart && /^(textbox)?$/i.test(getAttribute.call(element, 'role')?.trim() ?? '');
  };
};

export const isSummary =
  (domOf: DomOf) =>
  (element: Element): boolean =>
    domOf(element).matches('details > summary:first-of-type');
