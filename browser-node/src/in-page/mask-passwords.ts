interface Masked {
  /** The property as the browser made it. */
  plainValue?: PropertyDescriptor | undefined;
}

/**
 * Runs in the page, in a world of its own: whoever asks a field for its value there gets no password, as nobody sees one
 * who looks at the page. Answers a function that reads what stands in a field all the same.
 */
export const maskPasswords = (): ((field: Element) => unknown) => {
  const { prototype } = HTMLInputElement;
  const masked: Masked = prototype as Masked;
  masked.plainValue ??= Object.getOwnPropertyDescriptor(prototype, 'value');
  const { get, ...plain } = masked.plainValue ?? {};
  Object.defineProperty(prototype, 'value', {
    ...plain,
    get(this: HTMLInputElement) {
      const value: unknown = get?.call(this);
      return this.type === 'password' && value !== '' ? '••••••••' : value;
    },
  });
  return (field) => (field instanceof HTMLInputElement ? get?.call(field) : (field as HTMLInputElement).value);
};
