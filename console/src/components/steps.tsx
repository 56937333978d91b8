import type { ProxyTrial, StorageTrial } from '../service/answers.generated.js';
import { formatMilliseconds } from './format.js';
import { Icon } from './icon.js';
import { inLabels, type Labels } from './labels.js';
import { Prose } from './prose.js';

type Step = (StorageTrial | ProxyTrial)['steps'][number];

/** The steps of a test in order, in the labels of its form: which worked, how long each took, and what to do about one that failed. */
export const Steps = ({ steps, labels }: { steps: readonly Step[]; labels: Labels }) => (
  <ol class="steps">
    {steps.map(({ step, works, milliseconds, error }) => (
      <li key={step}>
        <span class={`badge ${works ? 'good' : 'bad'}`}>
          <Icon name={works ? 'check' : 'close'} />
          {works ? 'Works' : 'Fails'}
        </span>
        <strong>{step}</strong>
        <span class="small muted">{formatMilliseconds(milliseconds)}</span>
        {error && (
          <p class="fault">
            <Prose text={inLabels(error, labels)} />
          </p>
        )}
      </li>
    ))}
  </ol>
);
