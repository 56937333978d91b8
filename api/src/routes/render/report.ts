import { type Endpoint, type RenderStep, renderSteps, type Timings, type TintypeError } from '@tintype/contracts';
import type { RenderOutcome } from '../../render/renders.js';

/** What came of one output: its file, or why there is none. */
export type ReportedOutput = { endpoint: Endpoint } & (
  | { outcome: RenderOutcome /** The link to the file. */; url: string }
  | { error: TintypeError }
);

const resultOf = (output: ReportedOutput) => {
  const { endpoint } = output;
  if ('error' in output) return { endpoint, error: { code: output.error.code, message: output.error.message } };
  const { record, cache, credits } = output.outcome;
  return { endpoint, url: output.url, contentType: record.contentType, bytes: record.length, cache, credits };
};

/** Steps before the capture are those of the page, which outputs share. */
const shared: ReadonlySet<RenderStep> = new Set(['queue', 'browser', 'navigate', 'wait']);

const timingsOf = (all: readonly Timings[]): Timings => {
  const given = renderSteps.map((step) => {
    const times = all.flatMap((timings) => timings[step] ?? []);
    const total = shared.has(step) ? Math.max(...times) : times.reduce((sum, time) => sum + time, 0);
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
