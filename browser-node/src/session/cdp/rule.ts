import type { Params } from './command.js';

/** What comes of a command: it goes on, perhaps changed; it is refused, and why; or it is answered here. */
export type Verdict =
  | { pass: Params }
  | { refuse: string }
  | { answer: object; effect: 'endConnection' | 'tellOfDownloads' };

export type Rule = (params: Params) => Verdict;

export type Rules = Readonly<Record<string, Rule>>;

/** Goes on as it is. */
export const allowed: Rule = (params) => ({ pass: params });

export const refused =
  (why: string): Rule =>
  () => ({ refuse: why });

/** Goes on with these parameters alone, as far as they are given. */
export const only =
  (...names: readonly string[]): Rule =>
  (params) => ({
    pass: Object.fromEntries(names.filter((name) => name in params).map((name) => [name, params[name]])),
  });

/** Goes on when all of these have nothing against it; the first that has says why not. */
export const unless =
  (...objections: readonly ((params: Params) => string | undefined)[]): Rule =>
  (params) => {
    for (const objection of objections) {
      const why = objection(params);
      if (why !== undefined) return { refuse: why };
    }
    return { pass: params };
  };

/** First one rule, then the other with what the first has left. */
export const both =
  (first: Rule, second: Rule): Rule =>
  (params) => {
    const verdict = first(params);
    return 'pass' in verdict ? second(verdict.pass) : verdict;
  };
