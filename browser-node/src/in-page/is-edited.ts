/** Runs in the page. Whether an element is edited in place, and is by no word of its own something else than a field. */
export const isEdited = () => {
  const { getAttribute } = Element.prototype;
  return (element: Element): boolean => {
    const { isContentEditable, parentElement } = element as HTMLElement;
    if (isContentEditable !== true) return false;
    const isPart = element !== document.body && parentElement?.isContentEditable === true;
    return !isPart && /^(textbox)?$/i.test(getAttribute.call(element, 'role')?.trim() ?? '');
  };
};
