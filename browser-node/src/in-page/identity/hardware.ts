type Values = Readonly<Record<string, string | number>>;

/** What these objects report, by the names of their properties. */
export interface ReportedScreen {
  window: Values;
  screen: Values;
  orientation: Values;
}

export interface Hardware {
  /** `UNMASKED_VENDOR_WEBGL` and `UNMASKED_RENDERER_WEBGL`. */
  vendor: string;
  renderer: string;
  /** Undefined: the document knows the page's screen. */
  screen?: ReportedScreen | undefined;
}

type Native = (...args: unknown[]) => unknown;
type Answer = (own: unknown, args: readonly unknown[], self: unknown) => unknown;

/**
 * Runs in a document or worker before its scripts: WebGL reports this graphics card in place of SwiftShader. A frame of
 * another site reports this screen in place of the server's.
 */
export const setHardware = ({ vendor, renderer, screen }: Hardware): void => {
  const names: Readonly<Record<number, string>> = { 37445: vendor, 37446: renderer };
  const sources = new WeakMap<object, string>();
  /** The replacement has the name, the length and the text of the original. */
  const replace = (owner: object | undefined, name: string, answer: Answer) => {
    const property = owner && Object.getOwnPropertyDescriptor(owner, name);
    const kind = property?.get ? 'get' : 'value';
    if (!owner || typeof property?.[kind] !== 'function') return;
    const apply = (original: Native, self: unknown, args: unknown[]) =>
      answer(Reflect.apply(original, self, args), args, self);
    const replacement = new Proxy(property[kind] as Native, { apply });
    sources.set(replacement, `function ${kind === 'get' ? `get ${name}` : name}() { [native code] }`);
    Object.defineProperty(owner, name, { ...property, [kind]: replacement });
  };
  const scope = globalThis as unknown as Record<string, { prototype: object } | undefined>;
  for (const context of ['WebGLRenderingContext', 'WebGL2RenderingContext'])
    replace(scope[context]?.prototype, 'getParameter', (own, [which]) => (own && names[which as number]) || own);
  const setAll = (owner: object | undefined, values: Values) => {
    for (const [name, value] of Object.entries(values)) replace(owner, name, () => value);
  };
  if (screen) {
    setAll(globalThis, screen.window);
    const owners = { Screen: screen.screen, ScreenOrientation: screen.orientation };
    for (const [owner, values] of Object.entries(owners)) setAll(scope[owner]?.prototype, values);
  }
  replace(Function.prototype, 'toString', (own, _, self) => sources.get(self as object) ?? own);
};
