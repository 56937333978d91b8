/** Which names the entries of a map may have, said twice as every rule is. */
interface NameRule<Entries> {
  /** In CEL, of `name` in the map `self`. */
  cel: string;
  /** A sentence on what names there are. */
  message: string;
  holds: (name: string, map: Entries) => boolean;
}

/**
 * A rule over the names of a map that says the one that breaks it: a refusal of the API server names the map alone. A
 * double-quoted text of JSON is one of CEL, too.
 */
export const ruleOfNames = <Entries extends object>({ cel, message, holds }: NameRule<Entries>) => ({
  rule: `self.all(name, ${cel})`,
  message,
  says: {
    messageExpression: `${JSON.stringify(`${message}; not "`)} + self.filter(name, !(${cel}))[0] + "\\""`,
    of: (map: Entries) => `${message}; not "${Object.keys(map).find((name) => !holds(name, map))}"`,
  },
  holds: (map: Entries) => Object.keys(map).every((name) => holds(name, map)),
});
