/** Runs in the page. Its title, at most so many characters of it; by its prototype, as elements can have the name `title`. */
export const documentTitle = (most: number): string => {
  const title: unknown = Reflect.get(Document.prototype, 'title', document);
  return String(title).slice(0, most);
};
