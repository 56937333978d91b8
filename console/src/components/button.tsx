import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

interface ButtonProps {
  type?: 'button' | 'submit';
  class?: string;
  isBusy: boolean;
  /** Shown instead of `children` while the button is busy: "Saving…". */
  busy?: string | undefined;
  /** The button has nothing to do, such as to save an unchanged form. */
  isOff?: boolean;
  title?: string;
  /** For screen readers, where the button has an icon alone. */
  'aria-label'?: string;
  'aria-pressed'?: boolean;
  onClick?: () => void;
  children: ComponentChildren;
}

/** A button that starts a call. While busy or off it does nothing, and keeps the focus: `disabled` would lose it. */
export const Button = (props: ButtonProps) => {
  const {
    type = 'button',
    class: classes = 'button',
    isBusy,
    busy,
    isOff = false,
    onClick,
    children,
    ...shown
  } = props;
  const isIdle = !isBusy && !isOff;
  return (
    <button
      {...shown}
      type={type}
      class={classes}
      aria-disabled={isIdle ? undefined : true}
      onClick={isIdle ? onClick : undefined}
    >
      {isBusy && busy ? busy : children}
    </button>
  );
};

/** If the element disappears with the focus, the next row's button gets the focus, or else the heading of the page. */
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
