/**
 * Hides a resize of the window from the document's scripts while `muteResize` asks for it. Must run before them, in the
 * same world as `muteResize`.
 */
export const guardResize = (): void => {
  const guard = (event: Event) => {
    if (Reflect.get(globalThis, Symbol.for('tintype.isResizeMuted'))) event.stopImmediatePropagation();
  };
  for (const target of [globalThis, visualViewport]) target?.addEventListener('resize', guard, true);
};

export const muteResize = (isMuted: boolean): void => {
  Reflect.set(globalThis, Symbol.for('tintype.isResizeMuted'), isMuted);
};

/** Reports the window's size to scripts that did not learn of it: lists then draw the rows that it shows. */
export const announceSize = (): void => {
  Reflect.set(globalThis, Symbol.for('tintype.isResizeMuted'), false);
  document.dispatchEvent(new Event('scroll', { bubbles: true }));
  globalThis.dispatchEvent(new Event('resize'));
};
