/** Runs in the page. Resolves when what was to be done there by now has been done, and a moment has passed for what that began. */
export const tasksDone = (): Promise<void> => new Promise((resolve) => setTimeout(() => setTimeout(resolve, 20), 0));
