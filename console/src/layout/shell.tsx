import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Brand, Icon } from '../components/icon.js';
import { leave } from '../routing/leaving.js';
import { Link } from '../routing/location.js';
import type { PageGroup } from '../routing/page-at.js';
import { LeaveQuestion } from './leave-question.js';
import { ThemeSwitch } from './theme-switch.js';

/** A page below another marks it: `/sessions/sess_1` marks `/sessions`. */
const isCurrent = (path: string, at: string) => path === at || (at !== '/' && path.startsWith(`${at}/`));

interface ShellProps {
  path: string;
  groups: readonly PageGroup[];
  /** Stands beside the logo. */
  name: string;
  /** Where the API's reference is; the private port has none. */
  reference?: string;
  /** Completes "Signed in …": "to demo". */
  signedInAs: string;
  onSignOut: () => void;
  children: ComponentChildren;
}

const Navigation = ({ path, groups, onOpen }: Pick<ShellProps, 'path' | 'groups'> & { onOpen: () => void }) => (
  <nav class="navigation" aria-label="Pages">
    {groups.map(({ title, pages }) => (
      <>
        {title && <p class="group">{title}</p>}
        {pages.map((page) => (
          <Link
            key={page.path}
            to={page.path}
            aria-current={isCurrent(path, page.path) ? 'page' : undefined}
            onOpen={onOpen}
          >
            <Icon name={page.icon} />
            {page.title}
          </Link>
        ))}
      </>
    ))}
  </nav>
);

const SideFoot = ({ reference, signedInAs, onSignOut }: Pick<ShellProps, 'reference' | 'signedInAs' | 'onSignOut'>) => (
  <div class="side-foot">
    {reference && (
      <a class="button quiet" href={reference} target="_blank" rel="noreferrer">
        <Icon name="docs" />
        API reference
      </a>
    )}
    <ThemeSwitch />
    <button type="button" class="button quiet" onClick={() => leave(onSignOut)} title={`Signed in ${signedInAs}`}>
      <Icon name="signOut" />
      Sign out
    </button>
  </div>
);

interface TopBarProps extends Pick<ShellProps, 'name'> {
  isOpen: boolean;
  menu: RefObject<HTMLButtonElement | null>;
  onMenu: () => void;
}

const TopBar = ({ name, isOpen, menu, onMenu }: TopBarProps) => (
  <header class="top">
    <Link to="/" class="brand">
      <Brand />
      {name}
    </Link>
    <button
      ref={menu}
      type="button"
      class="button quiet icon-only"
      aria-expanded={isOpen}
      aria-controls="side"
      aria-label="Menu"
      onClick={onMenu}
    >
      <Icon name={isOpen ? 'close' : 'menu'} />
    </button>
  </header>
);

/** A phone's menu: Escape closes it and gives the focus back; a page that opens closes it too. */
const useMenu = () => {
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      menu.current?.focus();
    };
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, [isOpen]);
  return { isOpen, menu, toggle: () => setOpen(!isOpen), close: () => setOpen(false) };
};

/** Navigation at the side, or behind a menu on a phone, and the page. */
export const Shell = (props: ShellProps) => {
  const { name, children } = props;
  const { isOpen, menu, toggle, close } = useMenu();
  return (
    <>
      <a class="skip" href="#content">
        Skip to the page
      </a>
      <div class="shell">
        <TopBar name={name} isOpen={isOpen} menu={menu} onMenu={toggle} />
        <div class={isOpen ? 'side is-open' : 'side'} id="side">
          <Link to="/" class="brand">
            <Brand />
            {name}
          </Link>
          <Navigation {...props} onOpen={close} />
          <SideFoot {...props} />
        </div>
        <main class="content" id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
      <LeaveQuestion />
    </>
  );
};
