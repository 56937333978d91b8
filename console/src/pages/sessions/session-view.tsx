import { useEffect, useId, useState } from 'preact/hooks';
import { AddressField } from '../../components/address-field.js';
import { Button } from '../../components/button.js';
import { Form, Submit } from '../../components/form.js';
import { Icon, type IconName } from '../../components/icon.js';
import { Prose } from '../../components/prose.js';
import { Fault } from '../../components/states.js';
import { unlessTyped } from '../../components/typed.js';
import { LiveFrame, LiveTools } from './live-view.js';
import { blankUrl, pictureUrl, type SeenPage } from './picture.js';
import type { Actions } from './use-actions.js';
import { useLiveView } from './use-live-view.js';

const moves: readonly { type: string; title: string; icon: IconName }[] = [
  { type: 'back', title: 'Back', icon: 'back' },
  { type: 'forward', title: 'Forward', icon: 'forward' },
  { type: 'reload', title: 'Load again', icon: 'refresh' },
];

const addressActions = ['goto', 'url', ...moves.map(({ type }) => type)];

/** The latest action, if it failed and is one of the address line. */
const failedIn = ([latest]: Actions['runs']) =>
  latest?.error && addressActions.includes(latest.type)
    ? { type: latest.type, message: latest.error.message }
    : undefined;

/** The address of the page, until a person types another. Escape brings it back. */
const useAddress = ({ url = '' }: SeenPage) => {
  const [typed, setTyped] = useState<string>();
  return { address: typed ?? (url === blankUrl ? '' : url), typed, setTyped };
};

const AddressBar = ({ actions: { runs, isBusy, run, page } }: { actions: Actions }) => {
  const { address, typed, setTyped } = useAddress(page);
  const id = useId();
  const failed = failedIn(runs);
  /** A refused address stays for its correction; an opened one makes way for the page's own. */
  const show = async (type: string, payload: Record<string, unknown> = {}) => {
    if (await run(type, { ...payload, screenshot: true })) setTyped(unlessTyped({ from: typed, to: undefined }));
  };
  const open = () => show('goto', { url: address });
  return (
    <>
      <Form class="address-bar" isBusy={isBusy} onSubmit={() => void open()}>
        <div class="moves">
          {moves.map(({ type, title, icon }) => (
            <Button
              key={type}
              class="button icon-only"
              isBusy={isBusy}
              aria-label={title}
              title={title}
              onClick={() => void show(type)}
            >
              <Icon name={icon} />
            </Button>
          ))}
        </div>
        <AddressField
          label="Address"
          value={address}
          faultId={failed?.type === 'goto' ? id : undefined}
          onAddress={setTyped}
          onEscape={() => setTyped(undefined)}
        />
        <Submit>Go</Submit>
      </Form>
      {failed && (
        <p class="fault" id={id} role="status">
          <Prose text={failed.message} />
        </p>
      )}
    </>
  );
};

const PageWindow = ({ actions: { page, isBusy, isLooking } }: { actions: Actions }) => (
  <div class="window" aria-busy={isBusy || isLooking}>
    {page.picture ? (
      <img src={pictureUrl(page.picture)} alt="The page, as of the last action" />
    ) : (
      <p class="muted">Enter an address, or take a picture of the page.</p>
    )}
  </div>
);

interface SessionViewProps {
  id: string;
  actions: Actions;
  /** The live view lost its connection: the service may not answer. */
  onLost: () => void;
}

/** The address line and the page, as a small browser: its last picture, or the live view in the same place. */
export const SessionView = ({ id, actions, onLost }: SessionViewProps) => {
  const live = useLiveView(id);
  const { look, run, unseenChanges, isBusy, onUrl } = actions;
  const { shown } = live;
  const isCovered = shown !== undefined;
  useEffect(() => {
    if (isCovered) return;
    void look();
    // Another tab, such as the live view, may have changed the page.
    const lookAgain = () => {
      if (document.visibilityState === 'visible') void look();
    };
    document.addEventListener('visibilitychange', lookAgain);
    return () => document.removeEventListener('visibilitychange', lookAgain);
  }, [look, isCovered, unseenChanges]);
  return (
    <section class="card stack" aria-label="Browser">
      <AddressBar actions={actions} />
      <div class="row">
        <LiveTools live={live} onPicture={live.stop} />
        <Button
          class="button small"
          isBusy={isBusy}
          isOff={isCovered}
          onClick={() => void run('url', { screenshot: true })}
        >
          <Icon name="camera" />
          New picture
        </Button>
      </div>
      {live.error && <Fault error={live.error} />}
      {shown ? (
        <LiveFrame key={shown.url} url={shown.url} onUrl={onUrl} onLost={onLost} />
      ) : (
        <PageWindow actions={actions} />
      )}
    </section>
  );
};
