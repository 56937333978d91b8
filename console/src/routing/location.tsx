import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { leave, losesByLeaving } from './leaving.js';

/** Where the api serves the page: `/console`, or what the administrator's page says. */
const base = globalThis.document?.documentElement.dataset.base ?? '/console';

const navigation = new EventTarget();

/** The path below the base, such as `/sessions`; `/` for the first page. */
export const pathOf = (pathname: string): string => pathname.slice(base.length).replace(/\/+$/, '') || '/';

export const hrefOf = (path: string): string => (path === '/' ? base : base + path);

export const navigate = (path: string, { replace = false } = {}): void => {
  history[replace ? 'replaceState' : 'pushState'](null, '', hrefOf(path));
  navigation.dispatchEvent(new Event('move'));
};

/** The whole address of the shown page. Back changes `location` before the page. */
let shownHref = globalThis.location?.href ?? '';

/** Gives the shown page another address, without a new page and without a step of Back. */
export const replaceAddress = (path: string): void => {
  history.replaceState(null, '', hrefOf(path));
  shownHref = location.href;
};

/** Changes the fragment of the address, such as `#url=…`. With `push`, Back returns to the last fragment. */
export const setFragment = (fragment: string, { push }: { push: boolean }): void => {
  try {
    history[push ? 'pushState' : 'replaceState'](history.state, '', location.pathname + location.search + fragment);
    shownHref = location.href;
  } catch {
    // Safari refuses more than 100 changes in 30 s. The next change catches up.
  }
};

export const usePath = (): string => {
  const [path, setPath] = useState(() => pathOf(location.pathname));
  const shown = useRef(path);
  useEffect(() => {
    const update = () => {
      shown.current = pathOf(location.pathname);
      shownHref = location.href;
      setPath(shown.current);
    };
    // Back changes the address before a person can be asked. So the shown page gets its own address again.
    const onHistory = () => {
      const target = pathOf(location.pathname);
      if (target === shown.current || !losesByLeaving()) return update();
      const { search, hash } = location;
      history.pushState(null, '', shownHref);
      leave(() => navigate(target + search + hash));
    };
    addEventListener('popstate', onHistory);
    navigation.addEventListener('move', update);
    return () => {
      removeEventListener('popstate', onHistory);
      navigation.removeEventListener('move', update);
    };
  }, []);
  return path;
};

/** Undefined if it is no valid encoding, such as `%zz`. */
const decode = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
};

/** The parameters of a path in a pattern such as `/sessions/:id`; undefined if it is another path. */
export const matchPath = (pattern: string, path: string): Record<string, string> | undefined => {
  const [expected, segments] = [pattern.split('/'), path.split('/')];
  if (expected.length !== segments.length) return undefined;
  const found: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const segment = segments[index] ?? '';
    const value = decode(segment);
    if (value === undefined) return undefined;
    if (part.startsWith(':')) found[part.slice(1)] = value;
    else if (part !== segment) return undefined;
  }
  return found;
};

interface LinkProps {
  to: string;
  class?: string;
  'aria-current'?: 'page' | undefined;
  /** After the page has changed. */
  onOpen?: () => void;
  children: ComponentChildren;
}

/** A link to a page of the console. With a modifier key it opens as any link does. */
export const Link = ({ to, onOpen, children, ...rest }: LinkProps) => {
  const open = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    leave(() => {
      navigate(to);
      onOpen?.();
    });
  };
  return (
    <a {...rest} href={hrefOf(to)} onClick={open}>
      {children}
    </a>
  );
};
