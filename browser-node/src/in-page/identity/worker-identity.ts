/** `hints` are all values of `getHighEntropyValues`. */
export interface WorkerIdentity {
  userAgent: string;
  platform: string;
  hints: { readonly [hint: string]: unknown };
}

interface Hinting {
  readonly brands: unknown;
}

/** Runs in a worker before its script. The returned function changes the identity, or restores Chromium's own. */
export const setWorkerIdentity = (first: WorkerIdentity): ((next?: WorkerIdentity) => void) => {
  let identity: WorkerIdentity | undefined = first;
  /** On a wrong receiver, the property fails as Chromium's does. */
  const override = (owner: object, name: string, replacement: (identity: WorkerIdentity, own: unknown) => unknown) => {
    const property = Object.getOwnPropertyDescriptor(owner, name);
    if (!property) return;
    const kind = property.get ? 'get' : 'value';
    const apply = (original: () => unknown, self: unknown, args: readonly unknown[]) => {
      const own = Reflect.apply(original, self, args);
      return identity ? replacement(identity, own) : own;
    };
    Object.defineProperty(owner, name, { ...property, [kind]: new Proxy(property[kind], { apply }) });
  };
  const hintsFor = ({ hints }: WorkerIdentity, own: object) =>
    Object.fromEntries(Object.keys(own).map((hint) => [hint, structuredClone(hints[hint])]));

  const worker = Object.getPrototypeOf(navigator);
  override(worker, 'userAgent', ({ userAgent }) => userAgent);
  override(worker, 'appVersion', ({ userAgent }) => userAgent.replace('Mozilla/', ''));
  override(worker, 'platform', ({ platform }) => platform);
  const { userAgentData } = navigator as { userAgentData?: Hinting };
  // Insecure contexts have no `userAgentData`.
  if (userAgentData) {
    const data = Object.getPrototypeOf(userAgentData);
    override(data, 'brands', ({ hints }) => hints.brands);
    override(data, 'mobile', ({ hints }) => hints.mobile);
    override(data, 'platform', ({ hints }) => hints.platform);
    override(data, 'toJSON', (now, own) => hintsFor(now, own as object));
    override(data, 'getHighEntropyValues', async (now, own) => hintsFor(now, (await own) as object));
  }
  return (next) => {
    identity = next;
  };
};
