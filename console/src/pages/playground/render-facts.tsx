import { CopyButton } from '../../components/copy-button.js';
import { formatBytes, formatMilliseconds, formatNumber } from '../../components/format.js';
import { Warnings } from '../../components/states.js';
import type { RenderAnswer } from './render.js';

const cacheWords: Readonly<Record<string, string>> = {
  HIT: 'From the cache',
  MISS: 'New',
  COALESCED: 'Shared with a request in flight',
};

const Timings = ({ timings }: Pick<RenderAnswer, 'timings'>) => {
  const longest = Math.max(1, ...timings.map(({ milliseconds }) => milliseconds));
  return (
    <details class="timings">
      <summary>Time of each step</summary>
      <ul>
        {timings.map(({ step, milliseconds }) => (
          <li key={step}>
            <span>{step}</span>
            <meter min={0} max={longest} value={milliseconds} aria-label={step} />
            <span>{formatMilliseconds(milliseconds)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
};

/** Time, credits, cache and warnings of a render. */
export const RenderFacts = ({ answer }: { answer: RenderAnswer }) => (
  <>
    <dl class="render-facts">
      <div>
        <dt>Time</dt>
        <dd>{formatMilliseconds(answer.milliseconds)}</dd>
      </div>
      <div>
        <dt>Credits</dt>
        <dd>{answer.credits === undefined ? '–' : formatNumber(answer.credits)}</dd>
      </div>
      <div>
        <dt>Cache</dt>
        <dd>{cacheWords[answer.cache ?? ''] ?? '–'}</dd>
      </div>
      <div>
        <dt>Size</dt>
        <dd>{formatBytes(answer.blob.size)}</dd>
      </div>
      <div>
        <dt>Type</dt>
        <dd>{answer.contentType.split(';')[0]}</dd>
      </div>
      {answer.targetStatus && (
        <div>
          <dt>Page's status</dt>
          <dd>{answer.targetStatus}</dd>
        </div>
      )}
    </dl>
    <Warnings warnings={answer.warnings} />
    {answer.timings.length > 0 && <Timings timings={answer.timings} />}
    <div class="row small muted">
      {answer.requestId && (
        <span class="copyable">
          <code>{answer.requestId}</code>
          <CopyButton text={answer.requestId} what="request id" />
        </span>
      )}
      {answer.fileUrl && (
        <CopyButton text={answer.fileUrl} what="link to this result" withText label="Copy link to this result" />
      )}
    </div>
  </>
);
