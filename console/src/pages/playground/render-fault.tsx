import { Prose } from '../../components/prose.js';
import { titleOf } from '../../components/titles.js';
import type { ServiceError } from '../../service/service-error.js';

interface RenderFaultProps {
  error: ServiceError;
  /** The error's message, with the titles of the fields. */
  sentence: string;
  /** Options of the form that the error names. */
  named: readonly string[];
  /** Brings an option of the form into view. */
  onShow: (name: string) => void;
}

/** An error of a render, and the way to the option that it names. */
export const RenderFault = ({ error, sentence, named, onShow }: RenderFaultProps) => (
  <div class="notice bad" role="alert">
    <strong>
      <Prose text={sentence} />
    </strong>
    <span class="small mono">
      {error.status ? `${error.status} ` : ''}
      {error.code}
      {error.requestId ? ` · ${error.requestId}` : ''}
    </span>
    {named.map((name) => (
      <button key={name} type="button" class="button small" onClick={() => onShow(name)}>
        Show “{titleOf(name)}”
      </button>
    ))}
  </div>
);
