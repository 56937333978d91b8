import {
  type Endpoint,
  isServiceFailure,
  type RenderStep,
  renderSteps,
  type Timings,
  TintypeError,
} from '@tintype/contracts';
import type { Logger } from '@tintype/runtime';
import { ClientLeft } from '../../client-left.js';
import type { RenderOutcome } from '../../render/renders.js';

/** What came of one output: its file, or why there is none. */
export type ReportedOutput = { endpoint: Endpoint } & (
  | { outcome: RenderOutcome /** The link to the file. */; url: string }
  | { error: TintypeError }
);

/** The credits that a failed output cost: 0, unless its render was done and then lost. */
const creditsOf = ({ details }: TintypeError): number => Number(details.creditsCharged ?? 0);

/**
 * A failure of the service is reported too, because other outputs are stored and charged. A client that left gets no
 * report.
 */
export const errorOf = (error: unknown): TintypeError => {
  if (error instanceof ClientLeft) throw error;
  return error instanceof TintypeError ? error : new TintypeError('internal', undefined, { cause: error });
};

/** If all outputs failed, the first failure, with the charges of all. It becomes the failure of the request. */
const commonFailureOf = (reported: readonly ReportedOutput[]): TintypeError | undefined => {
  const errors = reported.flatMap((each) => ('error' in each ? each.error : []));
  const [first] = errors;
  if (!first || errors.length < reported.length) return undefined;
  const creditsCharged = errors.reduce((sum, error) => sum + creditsOf(error), 0);
  if (creditsCharged === 0) return first;
  const { code, message, cause, details } = first;
  return new TintypeError(code, message, { cause, details: { ...details, creditsCharged } });
};

/**
 * Throws if all outputs failed. Else it logs those failures that are ours, because nothing logs the failures of a
 * successful answer.
 */
export const checkFailures = (
  reported: readonly ReportedOutput[],
  { log, requestId }: { log: Pick<Logger, 'warn'>; requestId: string },
): void => {
  const failure = commonFailureOf(reported);
  if (failure) throw failure;
  for (const output of reported) {
    if (!('error' in output) || !isServiceFailure(output.error.code)) continue;
    const { endpoint, error } = output;
    log.warn({ err: error.cause ?? error, code: error.code, endpoint, requestId }, 'an output of a request failed');
  }
};

const resultOf = (output: ReportedOutput) => {
  const { endpoint } = output;
  if ('error' in output) {
    const { code, message } = output.error;
    return { endpoint, error: { code, message }, credits: creditsOf(output.error) };
  }
  const { record, cache, credits } = output.outcome;
  return { endpoint, url: output.url, contentType: record.contentType, bytes: record.length, cache, credits };
};

/** Steps that the outputs of a page share. Each output has later steps of its own. */
const sharedSteps: ReadonlySet<RenderStep> = new Set(['queue', 'browser', 'navigate', 'wait']);

const timingsOf = (all: readonly Timings[]): Timings => {
  const given = renderSteps.map((step) => {
    const times = all.flatMap((timings) => timings[step] ?? []);
    const total = sharedSteps.has(step) ? Math.max(...times) : times.reduce((sum, time) => sum + time, 0);
    return times.length === 0 ? undefined : ([step, Math.round(total * 10) / 10] as const);
  });
  return Object.fromEntries(given.filter((each) => each !== undefined));
};

/** The JSON answer with links instead of bytes. At least one output has a file. */
export const reportOf = (outputs: readonly ReportedOutput[]) => {
  const outcomes = outputs.flatMap((output) => ('outcome' in output ? output.outcome : []));
  return {
    success: true,
    results: outputs.map(resultOf),
    warnings: [...new Set(outcomes.flatMap(({ warnings }) => warnings))],
    timings: timingsOf(outcomes.map(({ timings }) => timings)),
    targetStatus: outcomes[0]?.record.targetStatus ?? null,
  };
};
