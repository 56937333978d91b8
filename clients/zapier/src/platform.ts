/** The parts of Zapier's platform that this app uses: https://docs.zapier.com/integrations/build-cli/core */

/** An answer that is not read yet. */
interface RawAnswer {
  status: number;
}

/** The first argument of every function of the app. */
export interface Z {
  errors: {
    Error: new (message: string, code?: string, status?: number) => Error;
    /** Asks the person to connect again. */
    ExpiredAuthError: new (
      message: string,
    ) => Error;
    /** Ends this run, and never turns the Zap off. */
    HaltedError: new (
      message: string,
    ) => Error;
    /** Zapier repeats the step after the delay in seconds. */
    ThrottledError: new (
      message: string,
      delay?: number,
    ) => Error;
  };
  request(options: { url: string; raw: true; skipThrowForStatus: true }): Promise<RawAnswer>;
  /** Text in the place of a value. Zapier calls the function when a later step uses the value. */
  dehydrate<Input>(load: Load<Input, unknown>, inputData: Input): string;
  dehydrateFile<Input>(load: Load<Input, string>, inputData: Input): string;
  /** Uploads the file to Zapier, and answers its URL there. */
  stashFile(file: RawAnswer): Promise<string>;
  /** Its use makes Zapier wait for a POST to the URL, and then call `performResume`. */
  generateCallbackUrl(): string;
  cache: {
    get(key: string): Promise<unknown>;
    set(key: string, value: unknown, seconds: number): Promise<unknown>;
  };
}

type Load<Input, T> = (z: Z, bundle: Bundle<Input>) => Promise<T>;

/** The second argument. */
export interface Bundle<Input = Readonly<Record<string, unknown>>> {
  /** The fields of the connection. */
  authData: Readonly<Record<string, string | undefined>>;
  inputData: Input;
  meta?: { isLoadingSample?: boolean; limit?: number };
  /** The POST to a webhook or a callback. */
  rawRequest?: { headers?: Readonly<Record<string, string>>; content?: string };
  /** In `performResume`: what `perform` answered. */
  outputData?: Readonly<Record<string, unknown>>;
}

export interface InputField {
  key: string;
  label: string;
  helpText: string;
  type: 'string' | 'text' | 'integer' | 'number' | 'boolean';
  required?: true;
  list?: true;
  dict?: true;
  choices?: Readonly<Record<string, string>>;
  default?: string;
  placeholder?: string;
  group?: string;
}

export interface InputFieldGroup {
  key: string;
  label: string;
}

export interface OutputField {
  key: string;
  label: string;
  type?: 'integer' | 'boolean' | 'datetime' | 'file';
  list?: true;
}
