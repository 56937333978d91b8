import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Brand, Icon } from '../components/icon.js';
import { pageGroups } from '../pages/pages.js';
import { Link } from '../routing/location.js';
import { useSignedIn } from '../service/use-service.js';
import { ThemeSwitch } from './theme-switch.js';

/** A page below another marks it: `/sessions/sess_1` marks `/sessions`. */
const isCurrent = (path: string, at: string) => path === at || (at !== '/' && path.startsWith(`${at}/`));

const Navigation = ({ path }: { path: string }) => (
  <nav class="navigation" aria-label="Pages">
    {pageGroups.map(({ title, pages }) => (
      <>
        {title && <p class="group">{title}</p>}
        {pages.map((page) => (
          <Link key={page.path} to={page.path} aria-current={isCurrent(path, page.path) ? 'page' : undefined}>
            <Icon name={page.icon} />
            {page.title}
          </Link>
        ))}
      </>
    ))}
  </nav>
);

const SideFoot = () => {
  const { account, signOut } = useSignedIn();
  return (
    <div class="side-foot">
      <a class="button quiet" href="/docs" target="_blank" rel="noreferrer">
        <Icon name="docs" />
        API reference
      </a>
      <ThemeSwitch />
      <button type="button" class="button quiet" onClick={signOut} title={`Signed in to ${account.id}`}>
        <Icon name="signOut" />
        Sign out
      </button>
    </div>
  );
};

const TopBar = ({ isOpen, onMenu }: { isOpen: boolean; onMenu: () => void }) => (
  <header class="top">
    <Link to="/" class="brand">
      <Brand />
      Tintype
    </Link>
    <button
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

/** Navigation at the side, or behind a menu on a phone, and the page. */
export const Shell = ({ path, children }: { path: string; children: ComponentChildren }) => {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [path]);
  return (
    <>
      <a class="skip" href="#content">
        Skip to the page
      </a>
      <div class="shell">
        <TopBar isOpen={isOpen} onMenu={() => setOpen(!isOpen)} />
        <div class={isOpen ? 'side is-open' : 'side'} id="side">
          <Link to="/" class="brand">
            <Brand />
            Tintype
          </Link>
          <Navigation path={path} />
          <SideFoot />
        </div>
        <main class="content" id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
    </>
  );
};
