import type { ComponentChildren } from 'preact';
import type { ServiceError } from '../service/service-error.js';
import type { Answer } from '../service/use-service.js';
import { formatNumber } from './format.js';
import { Icon, type IconName } from './icon.js';
import { inLabels, type Labels, shortSentence } from './labels.js';
import { Prose } from './prose.js';

export const Loading = ({ what = 'Loading' }: { what?: string }) => (
  <div class="loading" role="status">
    <span class="spinner" aria-hidden="true" />
    {what}…
  </div>
);

interface EmptyProps {
  icon: IconName;
  title: string;
  /** What the page would show, and how to get there. */
  children: ComponentChildren;
}

export const Empty = ({ icon, title, children }: EmptyProps) => (
  <div class="empty">
    <Icon name={icon} />
    <h2>{title}</h2>
    {children}
  </div>
);

/** An error that the console itself found, such as a field that it cannot read. */
export const Complaint = ({ children }: { children: ComponentChildren }) => (
  <p class="notice bad" role="alert">
    {children}
  </p>
);

/** After a form was saved. */
export const SavedNote = ({ children = 'Saved' }: { children?: ComponentChildren }) => (
  <p class="notice good" role="status">
    <strong>{children}</strong>
  </p>
);

interface FaultProps {
  error: ServiceError;
  /** Instead of the API's sentence. */
  sentence?: string;
  onRetry?: (() => void) | undefined;
}

/** An error of the service, with what to quote when asking for help. */
export const Fault = ({ error, sentence = error.message, onRetry }: FaultProps) => (
  <div class="notice bad" role="alert">
    <strong>
      <Prose text={sentence} />
    </strong>
    <span class="small mono">
      {error.code}
      {error.requestId ? ` · ${error.requestId}` : ''}
    </span>
    {onRetry && (
      <button type="button" class="button small" onClick={onRetry}>
        <Icon name="refresh" />
        Try again
      </button>
    )}
  </div>
);

interface FormFaultProps {
  error: ServiceError;
  labels: Labels;
  /** Names of the fields that show their faults. Default: all with a label. */
  beside?: readonly string[];
}

/** An error of a form's call, in the form's labels. It is short where a field shows it whole. */
export const FormFault = ({ error, labels, beside }: FormFaultProps) => (
  <Fault error={error} sentence={shortSentence(error.message, labels, beside)} />
);

interface WarningsProps {
  warnings?: readonly string[] | undefined;
  /** The labels of the form that was saved. */
  labels?: Labels;
}

/** Probable mistakes that the service accepts. Shows nothing without warnings. */
export const Warnings = ({ warnings = [], labels = {} }: WarningsProps) =>
  warnings.length === 0 ? null : (
    <div class="notice warn">
      <strong>{warnings.length === 1 ? 'A warning' : `${formatNumber(warnings.length)} warnings`}</strong>
      {warnings.map((warning) => (
        <span key={warning}>
          <Prose text={inLabels(warning, labels)} />
        </span>
      ))}
    </div>
  );

interface AnsweredProps<T> {
  answer: Answer<T>;
  /** While nothing has arrived yet: "Loading sessions". */
  loading?: string;
  children: (value: T) => ComponentChildren;
}

/** Shows the value of an answer, or that it is loading. An error stands alone, or above an earlier value. */
export const Answered = <T,>({ answer, loading, children }: AnsweredProps<T>) => {
  const { value, error, reload } = answer;
  const fault = error && <Fault error={error} onRetry={error.isFinal ? undefined : reload} />;
  if (value === undefined) return fault ?? <Loading what={loading} />;
  return (
    <>
      {fault && <div class="stale">{fault}</div>}
      {children(value)}
    </>
  );
};
