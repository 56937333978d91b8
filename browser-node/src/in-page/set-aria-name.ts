/** Runs in the page. What Playwright calls the element of a frame in the snapshots that it makes: it takes what stands there. */
export const setAriaName = (element: Element & { _ariaRef?: object }, name: string | null): [] => {
  if (name === null) delete element._ariaRef;
  else element._ariaRef = { role: 'iframe', name: '', ref: name };
  return [];
};
