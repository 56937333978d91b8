import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** If the element disappears with the focus, the next row's button gets it, or else the heading of the page. */
export const useHandOverFocus = (ref: RefObject<HTMLElement | null>): void =>
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const row = element.closest('tr');
      const next = row?.nextElementSibling ?? row?.previousElementSibling;
      const target = next?.querySelector('button') ?? document.querySelector('h1');
      target?.focus({ preventScroll: true });
    };
  }, [ref]);
