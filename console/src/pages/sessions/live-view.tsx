import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../../components/icon.js';
import { Fault } from '../../components/states.js';
import type { LiveLink } from '../../service/answers.generated.js';
import type { Service } from '../../service/service.js';
import { useCall } from '../../service/use-call.js';
import { useSignedIn } from '../../service/use-service.js';

/** The live view is missing, opens in a tab, or also in a frame of this page (TINTYPE_LIVE_ORIGINS with `self`). */
type Support = 'none' | 'tab' | 'frame';

const supportOf = async (service: Service): Promise<Support> => {
  try {
    const policy = (await service.send('/live')).headers.get('content-security-policy') ?? '';
    return /frame-ancestors[^;]*'self'/.test(policy) ? 'frame' : 'tab';
  } catch {
    return 'none';
  }
};

const useSupport = (): Support => {
  const { service } = useSignedIn();
  const [support, setSupport] = useState<Support>('none');
  useEffect(() => {
    let isCurrent = true;
    void supportOf(service).then((found) => {
      if (isCurrent) setSupport(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [service]);
  return support;
};

/** A tab that opens with the click, before its address is known: later, browsers would block it. */
const openTab = (): Window | null => {
  const tab = open('', '_blank');
  if (!tab) return null;
  tab.opener = null;
  // It begins with a copy of this tab's storage, which has the secret.
  tab.sessionStorage.clear();
  return tab;
};

/** Every host of the service has the live view. Ours works behind each proxy that this page came through. */
const addressHere = (url: string) => `/live${new URL(url).hash}`;

const Blocked = ({ url }: { url: string }) => (
  <p class="notice warn" role="alert">
    <strong>The browser blocked the new tab</strong>
    <a href={url} target="_blank" rel="noreferrer">
      Open the live view
    </a>
  </p>
);

/** Shows the session as it is driven, in this page or a tab of its own; with control, a person drives it. */
export const LiveView = ({ id }: { id: string }) => {
  const support = useSupport();
  const [url, setUrl] = useState<string>();
  /** The address for a tab that the browser blocked. */
  const [blocked, setBlocked] = useState<string>();
  const { run, error, isBusy } = useCall();
  if (support === 'none') return null;
  const link = async (control: boolean) => {
    const body = control ? { control } : {};
    return (await run<LiveLink>(`/v1/sessions/${id}/live`, { method: 'POST', body }))?.url;
  };
  const openInTab = async (control: boolean) => {
    setBlocked(undefined);
    const tab = openTab();
    const address = await link(control);
    if (!address) return tab?.close();
    if (tab) tab.location.href = addressHere(address);
    else setBlocked(addressHere(address));
  };
  const show = async (control: boolean) => {
    const address = await link(control);
    if (address) setUrl(addressHere(address));
  };
  const start = (control: boolean) => void (support === 'frame' ? show(control) : openInTab(control));
  return (
    <section class="card stack" aria-label="Live view">
      <div class="card-head">
        <h2>Live view</h2>
        <div class="row">
          <button type="button" class="button small" disabled={isBusy} onClick={() => start(false)}>
            Watch
          </button>
          <button
            type="button"
            class={url ? 'button small' : 'button small primary'}
            disabled={isBusy}
            onClick={() => start(true)}
          >
            Take control
          </button>
          {support === 'frame' && (
            <button type="button" class="button small" disabled={isBusy} onClick={() => void openInTab(true)}>
              <Icon name="external" />
              Control in a tab
            </button>
          )}
          {url && (
            <button type="button" class="button small" onClick={() => setUrl(undefined)}>
              Stop
            </button>
          )}
        </div>
      </div>
      {error && <Fault error={error} />}
      {blocked && <Blocked url={blocked} />}
      {url && <iframe class="live" src={url} title="The session, live" />}
    </section>
  );
};
