/** Runs in the page, in the world in which `loadLazy` does: has it scroll no further. */
export const stopLoadLazy = (): void => {
  Reflect.set(globalThis, 'isLoadLazyStopped', true);
};
