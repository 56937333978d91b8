import type { RenderStep, Timings } from '@tintype/contracts';
import type { RenderOutcome } from '../../render/renders.js';

/** What came of one output: its file. */
export interface ReportedResult {
  outcome: RenderOutcome;
  endpoint: string;
  /** The link to the file. */
  url: string;
}

const resultOf = ({ endpoint, url, outcome: { record, cache, credits } }: ReportedResult) => ({
  endpoint,
  url,
  contentType: record.contentType,
  bytes: record.length,
  cache,
  credits,
});

const rounded = (timings: Timings): Timings =>
  Object.fromEntries(
    Object.entries(timings).map(([step, milliseconds]) => [step as RenderStep, Math.round(milliseconds * 10) / 10]),
  );

/** The JSON answer with links instead of bytes. */
export const reportOf = (result: ReportedResult) => {
  const { record, warnings, timings } = result.outcome;
  return {
    success: true,
    results: [resultOf(result)],
    warnings,
    timings: rounded(timings),
    targetStatus: record.targetStatus,
  };
};
