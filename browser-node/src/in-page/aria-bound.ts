export interface AriaBound {
  nodes: number;
  milliseconds: number;
}

/**
 * Runs in the page, in the world where Playwright makes its trees. Has it find nothing more in a document, until told
 * otherwise, once it has looked below so many nodes, or for so long: it makes its trees of all that there is, and a large
 * page takes longer than anybody waits.
 */
export const ariaBound = () => {
  const { prototype } = Node;
  const below = Object.getOwnPropertyDescriptor(prototype, 'firstChild') as PropertyDescriptor;
  const beside = Object.getOwnPropertyDescriptor(prototype, 'nextSibling') as PropertyDescriptor;
  const [firstChild, nextSibling] = [below.get as () => Node | null, beside.get as () => Node | null];
  let isCut = false;

  const begin = ({ nodes, milliseconds }: AriaBound) => {
    let looked = 0;
    let ends = 0;
    isCut = false;
    const look = () => {
      looked += 1;
      if (looked === 1) ends = performance.now() + milliseconds;
      // Asking the time is dearer than all else here.
      isCut ||= looked > nodes || (looked % 64 === 0 && performance.now() > ends);
    };
    Object.defineProperty(prototype, 'firstChild', {
      ...below,
      get(this: Node) {
        look();
        return isCut ? null : firstChild.call(this);
      },
    });
    Object.defineProperty(prototype, 'nextSibling', {
      ...beside,
      get(this: Node) {
        return isCut ? null : nextSibling.call(this);
      },
    });
  };
  const end = () => {
    Object.defineProperty(prototype, 'firstChild', below);
    Object.defineProperty(prototype, 'nextSibling', beside);
  };
  return { begin, end, isCut: () => isCut };
};
