import { useState } from 'preact/hooks';
import { Prose } from '../../components/prose.js';
import { actions } from '../../service/tables.js';
import { ActionField } from './action-field.js';
import { type PayloadTexts, payloadOf } from './payload.js';
import type { Actions } from './use-actions.js';

/** Fields that most actions are called with; the others are behind "More fields". */
const isUsual = (name: string, type: string) =>
  ['url', 'selector', 'ref', 'text', 'value', 'key', 'direction', 'format', 'label', 'fullPage'].includes(name) ||
  (type === 'batch' && name === 'actions') ||
  (type.endsWith('mouse') && ['x', 'y', 'path', 'from', 'to'].includes(name));

interface ActionFormProps {
  onRun: Actions['run'];
  isBusy: boolean;
}

/** Runs any action of the table. */
export const ActionForm = ({ onRun, isBusy }: ActionFormProps) => {
  const [type, setType] = useState('goto');
  const [texts, setTexts] = useState<PayloadTexts>({});
  const [fault, setFault] = useState<string>();
  const action = actions.find(({ name }) => name === type);
  if (!action) return null;
  const submit = () => {
    try {
      setFault(undefined);
      void onRun(type, payloadOf(action, texts));
    } catch (error) {
      setFault((error as Error).message);
    }
  };
  const field = (property: (typeof action.payload)[number]) => (
    <ActionField
      key={`${type}.${property.name}`}
      property={property}
      text={texts[property.name] ?? ''}
      onText={(text) => setTexts((last) => ({ ...last, [property.name]: text }))}
    />
  );
  const usual = action.payload.filter(({ name, required }) => required || isUsual(name, type));
  const more = action.payload.filter((property) => !usual.includes(property));
  return (
    <form
      class="card stack"
      aria-label="Run an action"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <h2>Run an action</h2>
      <select
        class="input"
        aria-label="Type of action"
        value={type}
        onChange={(event) => setType(event.currentTarget.value)}
      >
        {actions.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <p class="muted">
        <Prose text={action.description} />
      </p>
      {usual.map(field)}
      {more.length > 0 && (
        <details class="more">
          <summary>More fields</summary>
          <div class="option-list">{more.map(field)}</div>
        </details>
      )}
      {fault && (
        <p class="notice bad" role="alert">
          {fault}
        </p>
      )}
      <button type="submit" class="button primary" disabled={isBusy}>
        {isBusy ? 'Running…' : `Run ${type}`}
      </button>
    </form>
  );
};
