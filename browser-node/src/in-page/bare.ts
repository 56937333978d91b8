/**
 * Runs in the page. A node to read from, as the browser made it: a form answers with its field, and a document with its
 * picture, form or frame, for whatever of its own these are named.
 */
export const bare = <T extends Node>(node: T): T => {
  if (!(node instanceof HTMLFormElement || node instanceof Document)) return node;
  const get = (_: object, name: string | symbol): unknown => {
    const value: unknown = Reflect.get(Object.getPrototypeOf(node), name, node);
    return typeof value === 'function' ? value.bind(node) : value;
  };
  return new Proxy({}, { get }) as T;
};

export type Bare = typeof bare;
