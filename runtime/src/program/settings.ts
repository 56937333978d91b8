import { createSecretKey, type KeyObject } from 'node:crypto';

export interface Setting<T> {
  name: `TINTYPE_${string}`;
  /** Throws an Error whose message completes "TINTYPE_X takes …". */
  read: (text: string) => T;
  default?: T;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The configuration is wrong: a person has to change it, and a restart does not help. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Variables of the environment are invalid. `faults`: a sentence for each, by the variable's name. */
export class BadEnvironment extends ConfigError {
  readonly faults: ReadonlyMap<string, string>;

  constructor(faults: ReadonlyMap<string, string>) {
    super(`The environment has invalid variables:\n  ${[...faults.values()].join('\n  ')}`);
    this.faults = faults;
  }
}

type Values<S> = {
  [K in keyof S]: S[K] extends { read: (text: string) => infer T }
    ? S[K] extends { default: unknown }
      ? T
      : T | undefined
    : never;
};

const readSetting = (setting: Setting<unknown>, environment: Environment, faults: Map<string, string>) => {
  const text = environment[setting.name]?.trim();
  if (!text) return setting.default;
  try {
    return setting.read(text);
  } catch (error) {
    faults.set(setting.name, `${setting.name} takes ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
};

/** Throws one BadEnvironment for all invalid variables. An empty value counts as absent. */
export const readSettings = <S extends Record<string, Setting<unknown>>>(
  settings: S,
  environment: Environment,
): Values<S> => {
  const faults = new Map<string, string>();
  const values = Object.fromEntries(
    Object.entries(settings).map(([key, setting]) => [key, readSetting(setting, environment, faults)]),
  );
  if (faults.size > 0) throw new BadEnvironment(faults);
  return values as Values<S>;
};

export const asText = (text: string) => text;

export const asInteger = (min: number, max: number) => (text: string) => {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new Error(`a whole number from ${min} to ${max}, not "${text}"`);
};

export const asChoice =
  <T extends string>(...choices: readonly T[]) =>
  (text: string): T => {
    const chosen = choices.find((choice) => choice === text);
    if (chosen !== undefined) return chosen;
    throw new Error(`one of ${choices.join(', ')}, not "${text}"`);
  };

const keyBytes = 32;

const decodeKey = (text: string): Buffer | undefined => {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : undefined;
};

/** Reads a key of 32 bytes. Errors never repeat the text. The key in a KeyObject does not appear in logs or JSON. */
export const asKey = (text: string): KeyObject => {
  const bytes = decodeKey(text);
  if (bytes?.length === keyBytes) return createSecretKey(bytes);
  throw new Error('32 bytes as 64 hex digits or in base64; `openssl rand -hex 32` makes one');
};

/** Keys separated by commas: the first encrypts, and all decrypt. */
export const asKeys = (text: string): [KeyObject, ...KeyObject[]] => {
  const [first = '', ...others] = text.split(',').map((key) => key.trim());
  return [asKey(first), ...others.map(asKey)];
};

export const asPort = asInteger(1, 65_535);

export const asUrl =
  (...protocols: string[]) =>
  (text: string) => {
    const url = URL.parse(text);
    if (url && protocols.includes(url.protocol)) return url;
    // The message omits the value, which may contain credentials.
    throw new Error(`a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
  };
