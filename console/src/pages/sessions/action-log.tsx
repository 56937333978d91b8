import { formatMilliseconds } from '../../components/format.js';
import { Empty, Fault } from '../../components/states.js';
import { pictureOf, pictureUrl } from './picture.js';
import type { ActionRun } from './use-actions.js';

const longTexts = ['snapshot', 'content'];

/** Long texts stand by themselves. The bytes of a picture are left out: `Run` shows the picture. */
const AnswerText = ({ answer }: { answer: Readonly<Record<string, unknown>> }) => {
  const { success: _, screenshot: __, bodyBase64: ___, expiresInSeconds: ____, ...rest } = answer;
  const long = longTexts.filter((name) => typeof rest[name] === 'string');
  const facts = Object.fromEntries(Object.entries(rest).filter(([name]) => !long.includes(name)));
  return (
    <div class="code stack">
      {Object.keys(facts).length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard has to scroll it
        <pre tabIndex={0}>{JSON.stringify(facts, undefined, 2)}</pre>
      )}
      {long.map((name) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard has to scroll it
        <pre key={name} tabIndex={0}>
          {String(rest[name])}
        </pre>
      ))}
    </div>
  );
};

const summaryOf = (payload: ActionRun['payload']) => {
  const text = JSON.stringify(payload);
  if (text === '{}') return '';
  return text.length > 90 ? `${text.slice(0, 90)}…` : text;
};

const Run = ({ run, isOpen }: { run: ActionRun; isOpen: boolean }) => {
  const { type, payload, milliseconds, answer, error } = run;
  const picture = pictureOf(answer);
  return (
    <details class="run" open={isOpen}>
      <summary>
        <strong>{type}</strong>
        <code>{summaryOf(payload)}</code>
        <span class={error ? 'badge bad' : 'badge'}>
          {milliseconds === undefined ? 'running…' : error ? error.code : formatMilliseconds(milliseconds)}
        </span>
      </summary>
      {error && <Fault error={error} />}
      {answer && <AnswerText answer={answer} />}
      {picture && <img class="run-picture" src={pictureUrl(picture)} alt={`The page after ${type}`} />}
    </details>
  );
};

/** What the actions of this page answered, newest first. */
export const ActionLog = ({ runs }: { runs: readonly ActionRun[] }) => (
  <section class="card" aria-label="Answers">
    <h2>Answers</h2>
    <div aria-live="polite">
      {runs.length === 0 && (
        <Empty icon="playground" title="You ran no action yet">
          <p>The answers of the actions that you run appear here.</p>
          <p>
            The page itself runs <code>url</code> to show address and picture. The session counts it as an action.
          </p>
        </Empty>
      )}
      {runs.map((run, index) => (
        <Run key={run.number} run={run} isOpen={index === 0} />
      ))}
    </div>
  </section>
);
