import { type RenderJob, TintypeError, tooMuchMemory } from '@tintype/contracts';
import { PageCrashed, TargetGone } from './browser/cdp/connection.js';
import { NotRestored } from './capture/render.js';

/** Another page may have caused the crash: retry once. */
const maxCrashes = 2;
/** A browser that dies is seldom the page's fault: try at most three browsers. */
const maxDeaths = 3;

/** The system killed the page for its memory: another attempt would take as much. */
export class KilledForMemory extends Error {
  override name = 'KilledForMemory';
}

export interface Attempt {
  outputs: readonly RenderJob[];
  /** Called when the work for this output begins. Before the first call, the page loads for all outputs. */
  onBegin: (output: RenderJob) => void;
  /** The output is made, or has failed by itself. */
  onDone: (output: RenderJob) => void;
}

const crashedAgain = (cause: Error) =>
  new TintypeError('render_failed', 'The page crashed twice. Load less of the page with `block`.', { cause });

const killed = (cause: Error) => new TintypeError('render_failed', tooMuchMemory, { cause });

/** Counts the failures of a job's attempts. */
class Failures {
  #deaths = 0;
  /** Keyed by the output in work; undefined: the page was loading. */
  readonly #crashes = new Map<RenderJob | undefined, number>();

  /** The error of the output in work. Undefined if another attempt follows. Throws an error that ends all outputs. */
  count(error: unknown, inWork: RenderJob | undefined): TintypeError | undefined {
    if (error instanceof KilledForMemory) return killed(error);
    if (error instanceof PageCrashed) return this.#countCrash(error, inWork);
    if (error instanceof NotRestored) return undefined;
    this.#deaths += 1;
    if (!(error instanceof TargetGone) || this.#deaths === maxDeaths) throw error;
    return undefined;
  }

  #countCrash(error: PageCrashed, inWork: RenderJob | undefined): TintypeError | undefined {
    const crashes = (this.#crashes.get(inWork) ?? 0) + 1;
    this.#crashes.set(inWork, crashes);
    return crashes === maxCrashes ? crashedAgain(error) : undefined;
  }
}

/**
 * Tries until each output is done. If the page crashes twice for one output, or is killed for memory, only that
 * output fails, through `onFailed`. Throws an error that ends all outputs that are not done.
 */
export const renderInAttempts = async (
  outputs: readonly RenderJob[],
  attempt: (attempt: Attempt) => Promise<void>,
  onFailed: (output: RenderJob, error: TintypeError) => void,
): Promise<void> => {
  const failures = new Failures();
  const unfinished = new Set(outputs);
  while (unfinished.size > 0) {
    let inWork: RenderJob | undefined;
    const onBegin = (output: RenderJob) => {
      inWork = output;
    };
    try {
      return await attempt({ outputs: [...unfinished], onBegin, onDone: (output) => unfinished.delete(output) });
    } catch (error) {
      const failure = failures.count(error, inWork);
      if (!failure) continue;
      if (!inWork) throw failure;
      // The page may die after its output is done, while it is restored.
      if (unfinished.delete(inWork)) onFailed(inWork, failure);
    }
  }
};
