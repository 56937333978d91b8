import type { Params } from './command.js';

export type Verdict =
  | { pass: Params }
  | { refuse: string }
  | { answer: object; effect: 'endConnection' | 'sendDownloadEvents' };

export type Rule = (params: Params) => Verdict;

export type Rules = Readonly<Record<string, Rule>>;

export const allowed: Rule = (params) => ({ pass: params });

export const refused =
  (why: string): Rule =>
  () => ({ refuse: why });

/** Passes only these parameters. */
export const only =
  (...names: readonly string[]): Rule =>
  (params) => ({
    pass: Object.fromEntries(names.filter((name) => name in params).map((name) => [name, params[name]])),
  });

/** The first objection gives the reason. */
export const unless =
  (...objections: readonly ((params: Params) => string | undefined)[]): Rule =>
  (params) => {
    for (const objection of objections) {
      const why = objection(params);
      if (why !== undefined) return { refuse: why };
    }
    return { pass: params };
  };

/** Applies the second rule to the parameters that the first passes. */
export const both =
  (first: Rule, second: Rule): Rule =>
  (params) => {
    const verdict = first(params);
    return 'pass' in verdict ? second(verdict.pass) : verdict;
  };
