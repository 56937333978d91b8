export interface RefusedField {
  tagName: string;
  text: string;
  attributes: Record<string, string>;
  ref: string;
  /** The browser's message to the user. */
  message: string;
  /** The number of further refused fields. */
  more: number;
}

interface RefusalTools {
  isVisible: (element: Element) => boolean;
  refOf: (element: Element) => string;
}

type Field = HTMLInputElement;

/**
 * Records the fields for which the browser refuses to submit a form. A page's own validation fires the same events, but
 * only the browser focuses the first field.
 */
export const refusedFields = ({ isVisible, refOf }: RefusalTools) => {
  const maxFields = 100;
  const identifying = ['id', 'name', 'type', 'placeholder', 'aria-label'];
  let events: Event[] = [];
  addEventListener(
    'invalid',
    (event) => {
      if (events.length < maxFields) events.push(event);
    },
    true,
  );
  addEventListener('submit', () => events.splice(0), true);

  const attributesOf = (field: Field) =>
    Object.fromEntries(
      identifying
        .map((name) => [name, field.getAttribute(name)?.slice(0, 100)] as const)
        .filter((entry): entry is [string, string] => Boolean(entry[1])),
    );

  /** The first field of the last `withinMs`; clears the record. A page that cancels the event shows its own message. */
  return (withinMs: number): RefusedField | null => {
    const since = performance.now() - withinMs;
    const fields = events
      .filter(({ timeStamp, defaultPrevented }) => timeStamp >= since && !defaultPrevented)
      .map(({ target }) => target as Field)
      .filter(({ validationMessage }) => validationMessage);
    events = [];
    const [first] = fields;
    if (!first || (document.activeElement !== first && isVisible(first))) return null;
    return {
      tagName: first.localName,
      text: '',
      attributes: attributesOf(first),
      ref: refOf(first),
      message: first.validationMessage.slice(0, 200),
      more: new Set(fields).size - 1,
    };
  };
};
