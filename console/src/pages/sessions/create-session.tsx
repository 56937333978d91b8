import type { CreatedSession } from '@tintype/contracts';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useHandOverFocus } from '../../components/button.js';
import { Check, Choice, Field } from '../../components/field.js';
import { Form, Submit } from '../../components/form.js';
import { Fault } from '../../components/states.js';
import { navigate } from '../../routing/location.js';
import type { AccountAnswer, ProfilesAnswer } from '../../service/answers.generated.js';
import { useCall } from '../../service/use-call.js';
import { useRepeatKey } from '../../service/use-repeat-key.js';
import { useAnswer, useSignedIn } from '../../service/use-service.js';

interface Wanted {
  minutes: string;
  /** A saved login; empty for none. */
  profile: string;
  cdp: boolean;
  bypassBotDetection: boolean;
  proxy: boolean;
}

const bodyOf = ({ minutes, profile, ...flags }: Wanted) => ({
  maxTtlSeconds: Number(minutes) * 60,
  ...(profile && { profile }),
  ...Object.fromEntries(Object.entries(flags).filter(([, isOn]) => isOn)),
});

/** The fault beside the field, before the browser refuses the form. */
const faultOf = (minutes: string): string | undefined =>
  minutes === '' || /^([1-9]|1[0-5])$/.test(minutes) ? undefined : 'This takes whole minutes from 1 to 15.';

/** Shows nothing for an account without saved logins. */
const ProfileChoice = ({ profile, onChoose }: { profile: string; onChoose: (profile: string) => void }) => {
  const answer = useAnswer<ProfilesAnswer>('/v1/account/profiles');
  const names = answer.value?.profiles.map(({ name }) => name) ?? [];
  if (names.length === 0) return null;
  return (
    <Choice
      label="Saved login"
      hint="The session begins with its cookies, local storage and databases."
      value={profile}
      choices={[{ id: '', title: 'none' }, ...names.map((name) => ({ id: name, title: name }))]}
      onChoose={onChoose}
    />
  );
};

const Flags = ({ wanted, onChange }: { wanted: Wanted; onChange: (next: Partial<Wanted>) => void }) => {
  const signedIn = useSignedIn();
  const answer = useAnswer<AccountAnswer>('/v1/account');
  const { proxy: hasProxy } = answer.value?.account ?? signedIn.account;
  return (
    <div class="session-flags">
      <Check
        name="cdp"
        label="DevTools clients"
        hint="Playwright or Puppeteer may connect. Excludes hidden automation."
        isChecked={wanted.cdp}
        isDisabled={wanted.bypassBotDetection}
        onCheck={(cdp) => onChange({ cdp })}
      />
      <Check
        name="bypassBotDetection"
        label="Hidden automation"
        hint="The browser hides the signs of automation; a site may still notice."
        isChecked={wanted.bypassBotDetection}
        isDisabled={wanted.cdp}
        onCheck={(bypassBotDetection) => onChange({ bypassBotDetection })}
      />
      <Check
        name="proxy"
        label="The account's proxy"
        hint={hasProxy ? 'All traffic uses it.' : 'The account has none.'}
        isChecked={wanted.proxy}
        isDisabled={!hasProxy}
        onCheck={(proxy) => onChange({ proxy })}
      />
    </div>
  );
};

const usualSession: Wanted = { minutes: '15', profile: '', cdp: false, bypassBotDetection: false, proxy: false };

/** The form for a new session, which leads to its page. */
export const CreateSession = ({ onCancel }: { onCancel: () => void }) => {
  const [wanted, setWanted] = useState<Wanted>(usualSession);
  const { run, error, isBusy, clear } = useCall();
  const keyOf = useRepeatKey();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const cancel = useRef<HTMLButtonElement>(null);
  useHandOverFocus(cancel);
  const change = (next: Partial<Wanted>) => setWanted((last) => ({ ...last, ...next }));
  const submit = async () => {
    const body = bodyOf(wanted);
    const headers = { 'idempotency-key': keyOf(JSON.stringify(body)) };
    const created = await run<CreatedSession>('/v1/sessions', { method: 'POST', body, headers });
    if (created) navigate(`/sessions/${created.sessionId}`);
  };
  return (
    <Form class="card stack" label="New session" {...{ isBusy, error }} onStale={clear} onSubmit={() => void submit()}>
      <h2 ref={heading} tabIndex={-1}>
        New session
      </h2>
      <div class="session-options">
        <Field
          label="Minutes at most"
          name="minutes"
          type="number"
          min={1}
          max={15}
          step={1}
          required
          value={wanted.minutes}
          hint="Whole minutes, 1 to 15. Each begun minute costs a credit."
          fault={faultOf(wanted.minutes)}
          onInput={(event) => change({ minutes: event.currentTarget.value })}
        />
        <ProfileChoice profile={wanted.profile} onChoose={(profile) => change({ profile })} />
      </div>
      <Flags wanted={wanted} onChange={change} />
      {error && <Fault error={error} />}
      <div class="row">
        <Submit busy="Opening…">Open session</Submit>
        <button ref={cancel} type="button" class="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </Form>
  );
};
