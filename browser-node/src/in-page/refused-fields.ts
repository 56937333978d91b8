export interface RefusedField {
  tagName: string;
  text: string;
  attributes: Record<string, string>;
  ref: string;
  /** What the browser says of it to whoever sees the page. */
  message: string;
  /** How many more there are. */
  more: number;
}

export interface RefusalTools {
  isVisible: (element: Element) => boolean;
  refOf: (element: Element) => string;
}

type Field = HTMLInputElement;

/**
 * Runs in the page. Hears for which fields the browser does not send a form, from now on. A page that looks at its fields by
 * itself has the same events: but only the browser then goes to the first of them, where it can be seen.
 */
export const refusedFields = ({ isVisible, refOf }: RefusalTools) => {
  const mostFields = 100;
  const telling = ['id', 'name', 'type', 'placeholder', 'aria-label'];
  let heard: Event[] = [];
  addEventListener(
    'invalid',
    (event) => {
      if (heard.length < mostFields) heard.push(event);
    },
    true,
  );
  addEventListener('submit', () => heard.splice(0), true);

  const attributesOf = (field: Field) =>
    Object.fromEntries(
      telling
        .map((name) => [name, field.getAttribute(name)?.slice(0, 100)] as const)
        .filter((entry): entry is [string, string] => Boolean(entry[1])),
    );

  /** The first of the last so many milliseconds; what was heard is told once. A page that cancels the event says so itself. */
  return (withinMs: number): RefusedField | null => {
    const since = performance.now() - withinMs;
    const fields = heard
      .filter(({ timeStamp, defaultPrevented }) => timeStamp >= since && !defaultPrevented)
      .map(({ target }) => target as Field)
      .filter(({ validationMessage }) => validationMessage);
    heard = [];
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
