/** `UNMASKED_VENDOR_WEBGL` and `UNMASKED_RENDERER_WEBGL`. */
export interface GraphicsNames {
  vendor: string;
  renderer: string;
}

type Native = (...args: unknown[]) => unknown;
type Answer = (own: unknown, args: readonly unknown[], self: unknown) => unknown;

/** Runs in a document or worker before its scripts: WebGL reports this graphics card in place of SwiftShader. */
export const setGraphics = ({ vendor, renderer }: GraphicsNames): void => {
  const names: Readonly<Record<number, string>> = { 37445: vendor, 37446: renderer };
  const sources = new WeakMap<object, string>();
  /** The replacement has the name, the length and the text of the original. */
  const replace = (owner: Record<string, unknown>, name: string, answer: Answer) => {
    const property = Object.getOwnPropertyDescriptor(owner, name);
    if (typeof property?.value !== 'function') return;
    const apply = (original: Native, self: unknown, args: unknown[]) =>
      answer(Reflect.apply(original, self, args), args, self);
    const value = new Proxy(property.value as Native, { apply });
    sources.set(value, `function ${name}() { [native code] }`);
    Object.defineProperty(owner, name, { ...property, value });
  };
  const scope = globalThis as unknown as Record<string, { prototype: Record<string, unknown> } | undefined>;
  for (const context of ['WebGLRenderingContext', 'WebGL2RenderingContext']) {
    const owner = scope[context]?.prototype;
    if (owner) replace(owner, 'getParameter', (own, [which]) => (own && names[which as number]) || own);
  }
  const functions = Function.prototype as unknown as Record<string, unknown>;
  replace(functions, 'toString', (own, _, self) => sources.get(self as object) ?? own);
};
