import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface PageProps {
  title: string;
  /** One sentence on what the page is for. */
  about?: ComponentChildren;
  actions?: ComponentChildren;
  children: ComponentChildren;
}

let shownPages = 0;

/** A page with its heading, which gets the focus when the page changes: screen readers then read it. */
export const Page = ({ title, about, actions, children }: PageProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} – Tintype`;
  }, [title]);
  useEffect(() => {
    if (shownPages > 0) {
      heading.current?.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
    shownPages += 1;
  }, []);
  return (
    <>
      <header class="page-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {about && <p class="muted">{about}</p>}
        </div>
        {actions && <div class="actions">{actions}</div>}
      </header>
      <div class="stack">{children}</div>
    </>
  );
};
