import { useEffect, useState } from 'preact/hooks';
import type { LiveLink } from '../../service/answers.generated.js';
import type { Service } from '../../service/service.js';
import type { ServiceError } from '../../service/service-error.js';
import { useCall } from '../../service/use-call.js';
import { useSignedIn } from '../../service/use-service.js';

/** The live view opens in a tab. With `self` in TINTYPE_LIVE_ORIGINS, it also opens in a frame of this page. */
type Support = 'unknown' | 'tab' | 'frame';

const supportOf = async (service: Service): Promise<Support> => {
  try {
    const policy = (await service.send('/live')).headers.get('content-security-policy') ?? '';
    return /frame-ancestors[^;]*'self'/.test(policy) ? 'frame' : 'tab';
  } catch {
    return 'tab';
  }
};

const useSupport = (): Support => {
  const { service } = useSignedIn();
  const [support, setSupport] = useState<Support>('unknown');
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
  // The new tab begins with a copy of this tab's storage, which has the secret.
  tab.sessionStorage.clear();
  return tab;
};

/** The link on this page's host. Every host has the live view, and this one works behind the proxies of this page. */
const addressHere = (url: string) => `/live${new URL(url).hash}`;

export interface Live {
  support: Support;
  /** The live view in this page, and whether it takes input. */
  shown: { url: string; control: boolean } | undefined;
  /** The address for a tab that the browser blocked. */
  blocked: string | undefined;
  error: ServiceError | undefined;
  isBusy: boolean;
  show: (control: boolean) => Promise<void>;
  stop: () => void;
  openInTab: (control: boolean) => Promise<void>;
}

/** The live view of a session: in this page, or in a tab of its own. */
export const useLiveView = (id: string): Live => {
  const support = useSupport();
  const [shown, setShown] = useState<Live['shown']>();
  const [blocked, setBlocked] = useState<string>();
  const { run, error, isBusy } = useCall();
  const link = async (control: boolean) => {
    const body = control ? { control } : {};
    const found = await run<LiveLink>(`/v1/sessions/${id}/live`, { method: 'POST', body });
    return found && addressHere(found.url);
  };
  const openInTab = async (control: boolean) => {
    setBlocked(undefined);
    const tab = openTab();
    const address = await link(control);
    if (!address) return tab?.close();
    if (tab) tab.location.href = address;
    else setBlocked(address);
  };
  const show = async (control: boolean) => {
    const url = await link(control);
    if (url) setShown({ url, control });
  };
  return { support, shown, blocked, error, isBusy, show, stop: () => setShown(undefined), openInTab };
};
