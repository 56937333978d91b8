/** Runs in a document. Lets the mouse go where the document has locked it; answers whether it had. */
export const letPointerGo = (): Promise<boolean> =>
  new Promise((resolve) => {
    if (!document.pointerLockElement) return resolve(false);
    document.addEventListener('pointerlockchange', () => resolve(true), { once: true });
    document.exitPointerLock();
  });
