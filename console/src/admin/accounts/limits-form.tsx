import { useState } from 'preact/hooks';
import { Field } from '../../components/field.js';
import { formatNumber } from '../../components/format.js';
import { Fault } from '../../components/states.js';
import { useCall } from '../../service/use-call.js';
import type { AccountFormProps } from './credits-form.js';
import { changesOf, limitTitles, textsOf } from './limit-form.js';

const shown = (value: number | null | undefined) => (typeof value === 'number' ? formatNumber(value) : 'unlimited');

/** Own limits of the account; an empty field is the default. */
export const LimitsForm = ({ account, path, onChanged }: AccountFormProps) => {
  const before = textsOf(account);
  const [texts, setTexts] = useState(before);
  const { run, isBusy, error } = useCall();
  const changes = changesOf(before, texts);
  const save = async () => {
    if (await run(path, { method: 'PATCH', body: { limits: changes } })) onChanged();
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <section class="card stack">
      <h2>Limits</h2>
      <p class="muted">Empty: the default. “unlimited” lifts those that allow it.</p>
      <form class="form pairs" onSubmit={onSubmit}>
        {limitTitles.map(([name, title]) => (
          <Field
            key={name}
            label={title}
            name={name}
            value={texts[name] ?? ''}
            placeholder={shown(account.limits[name])}
            autocomplete="off"
            onInput={(event) => setTexts({ ...texts, [name]: event.currentTarget.value })}
          />
        ))}
        {error && <Fault error={error} />}
        <div class="row">
          <button type="submit" class="button primary" disabled={isBusy || Object.keys(changes).length === 0}>
            Save limits
          </button>
        </div>
      </form>
    </section>
  );
};
