import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { EntryField } from '../../components/entry-field.js';
import { Form, Submit } from '../../components/form.js';
import { faultsBeside, wrongSelectorIn } from '../../components/labels.js';
import { Prose } from '../../components/prose.js';
import { actionTitleOf, titleOf } from '../../components/titles.js';
import { type ActionEntry, actionOf, actions, type PropertyEntry } from '../../service/tables.js';
import { type PayloadTexts, type ReadPayload, readPayload } from './payload.js';
import type { Actions } from './use-actions.js';

const usualNames: readonly string[] = [
  ...['url', 'selector', 'ref', 'x', 'y', 'text', 'value', 'key', 'direction', 'format', 'label', 'fullPage'],
];

/** Fields that most actions are called with; the others are behind "More fields". */
const isUsual = (name: string, type: string) =>
  usualNames.includes(name) ||
  (type === 'batch' && name === 'actions') ||
  (type === 'drag_mouse' && ['path', 'from', 'to'].includes(name));

/** The field for actions of a batch begins with this text: a list of actions is hard to guess. */
const severalActions = `[
  {"type": "goto", "payload": {"url": "https://example.com/"}},
  {"type": "title"}
]`;

const usePayload = () => {
  const [type, setType] = useState('goto');
  /** By type: a name such as `value` means another thing in another action. */
  const [textsByType, setTextsByType] = useState<Readonly<Record<string, PayloadTexts>>>({
    batch: { actions: severalActions },
  });
  const texts = textsByType[type] ?? {};
  const set = (name: string, text: string) => setTextsByType({ ...textsByType, [type]: { ...texts, [name]: text } });
  return { type, setType, texts, set };
};

const TypeChoice = ({ type, onType }: { type: string; onType: (type: string) => void }) => (
  <select
    class="input"
    aria-label="Type of action"
    value={type}
    onChange={(event) => onType(event.currentTarget.value)}
  >
    {actions.map(({ name }) => (
      <option key={name} value={name}>
        {`${actionTitleOf(name)} (${name})`}
      </option>
    ))}
  </select>
);

/** Sends the form's payload. `faults` are of fields that cannot be read, or of a refused payload. */
const useSend = (action: ActionEntry, texts: PayloadTexts, { runs, run }: Actions) => {
  const [sent, setSent] = useState<ReadPayload>();
  // A run keeps the payload object that started it, so the object identifies the run.
  const error = runs.find(({ payload }) => payload === sent?.payload)?.error;
  const refused = error?.status === 400 ? error.message.replace(/^The payload takes/, 'This action takes') : undefined;
  const labels = Object.fromEntries(action.payload.map(({ name }) => [name, titleOf(name)]));
  const selectorFault: Record<string, string> =
    refused !== undefined && wrongSelectorIn(refused) !== undefined ? { selector: refused } : {};
  const faults: Readonly<Record<string, string>> = {
    ...sent?.faults,
    ...faultsBeside(refused, labels),
    ...selectorFault,
  };
  const send = () => {
    const read = readPayload(action, texts);
    setSent(read);
    if (Object.keys(read.faults).length === 0) void run(action.name, read.payload);
  };
  return { send, forget: () => setSent(undefined), faults, sent, error };
};

/** Fields that an action seldom needs. A fault opens them. */
const MoreFields = ({ isFaulty, children }: { isFaulty: boolean; children: ComponentChildren }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="more" open={isOpen || isFaulty} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>More fields</summary>
      <div class="option-list">{children}</div>
    </details>
  );
};

/** Runs any action of the table. */
export const ActionForm = ({ actions: driven }: { actions: Actions }) => {
  const { type, setType, texts, set } = usePayload();
  const action = actionOf(type);
  const { send, forget, faults, sent, error } = useSend(action, texts, driven);
  const field = (property: PropertyEntry) => (
    <EntryField
      key={`${type}.${property.name}`}
      entry={property}
      text={texts[property.name] ?? ''}
      fault={faults[property.name]}
      onText={(text) => set(property.name, text)}
    />
  );
  const usual = action.payload.filter(({ name, required }) => required || isUsual(name, type));
  const more = action.payload.filter((property) => !usual.includes(property));
  return (
    <Form
      class="card stack"
      label="Run an action"
      isBusy={driven.isBusy}
      error={error ?? sent}
      onStale={forget}
      onSubmit={send}
    >
      <h2>Run an action</h2>
      <TypeChoice type={type} onType={setType} />
      <p class="muted">
        <Prose text={action.description} />
      </p>
      {usual.map(field)}
      {more.length > 0 && (
        <MoreFields key={type} isFaulty={more.some(({ name }) => faults[name] !== undefined)}>
          {more.map(field)}
        </MoreFields>
      )}
      <Submit busy="Running…">{`Run ${type}`}</Submit>
    </Form>
  );
};
