/** `hints` are all values of `getHighEntropyValues`. */
export interface SaidInWorker {
  userAgent: string;
  platform: string;
  hints: { readonly [hint: string]: unknown };
}

interface Hinting {
  readonly brands: unknown;
}

/** Runs in a worker before its script. The returned function changes the identity, or restores Chromium's own. */
export const sayInWorker = (first: SaidInWorker): ((next?: SaidInWorker) => void) => {
  let said: SaidInWorker | undefined = first;
  /** On a wrong receiver, the property fails as Chromium's does. */
  const answer = (owner: object, name: string, other: (said: SaidInWorker, own: unknown) => unknown) => {
    const property = Object.getOwnPropertyDescriptor(owner, name);
    if (!property) return;
    const kind = property.get ? 'get' : 'value';
    const apply = (asked: () => unknown, self: unknown, given: readonly unknown[]) => {
      const own = Reflect.apply(asked, self, given);
      return said ? other(said, own) : own;
    };
    Object.defineProperty(owner, name, { ...property, [kind]: new Proxy(property[kind], { apply }) });
  };
  const like = ({ hints }: SaidInWorker, own: object) =>
    Object.fromEntries(Object.keys(own).map((hint) => [hint, structuredClone(hints[hint])]));

  const worker = Object.getPrototypeOf(navigator);
  answer(worker, 'userAgent', ({ userAgent }) => userAgent);
  answer(worker, 'appVersion', ({ userAgent }) => userAgent.replace('Mozilla/', ''));
  answer(worker, 'platform', ({ platform }) => platform);
  const { userAgentData } = navigator as { userAgentData?: Hinting };
  // Insecure contexts have no `userAgentData`.
  if (userAgentData) {
    const data = Object.getPrototypeOf(userAgentData);
    answer(data, 'brands', ({ hints }) => hints.brands);
    answer(data, 'mobile', ({ hints }) => hints.mobile);
    answer(data, 'platform', ({ hints }) => hints.platform);
    answer(data, 'toJSON', (now, own) => like(now, own as object));
    answer(data, 'getHighEntropyValues', async (now, own) => like(now, (await own) as object));
  }
  return (next) => {
    said = next;
  };
};
