/** How the service replaces the value of a field. */
interface Replacement<T> {
  /** The value that was sent with a save, or shown before the service's answer. */
  from: T;
  /** What the service now has, or an emptied field. */
  to: T;
}

/** Replaces a value, unless a person has typed another one since. For a state's setter. */
export const unlessTyped =
  <T>({ from, to }: Replacement<T>) =>
  (now: T): T =>
    now === from ? to : now;

/** Replaces each text of a form, unless a person has typed another one since. */
export const eachUnlessTyped =
  <Texts extends Readonly<Record<string, string>>>({ from, to }: Replacement<Texts>) =>
  (now: Texts): Texts =>
    Object.fromEntries(
      Object.entries(to).map(([name, text]) => [name, now[name] === from[name] ? text : now[name]]),
    ) as Texts;
