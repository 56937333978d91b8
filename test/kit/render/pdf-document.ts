import { getDocumentProxy } from 'unpdf';

export interface PdfPage {
  /** In points, rounded. */
  width: number;
  height: number;
  /** Lines from the top, in points: the distance of its baseline from the top, its place, width and size. */
  lines: { text: string; top: number; left: number; width: number; size: number }[];
}

export interface PdfOutline {
  title: string;
  items: PdfOutline[];
}

export interface PdfDocument {
  pages: PdfPage[];
  outline: PdfOutline[];
  isTagged: boolean;
  /** Roles of the structure of all pages, such as H1. */
  roles: Set<string>;
}

type Proxy = Awaited<ReturnType<typeof getDocumentProxy>>;
type PageProxy = Awaited<ReturnType<Proxy['getPage']>>;
type StructNode = Awaited<ReturnType<PageProxy['getStructTree']>>;
type OutlineNodes = Awaited<ReturnType<Proxy['getOutline']>>;

const readPage = async (page: PageProxy): Promise<PdfPage> => {
  const [, , width = 0, height = 0] = page.view;
  const { items } = await page.getTextContent();
  const lines = items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return [];
    const [, , , , left, bottom] = item.transform as number[];
    return [{ text: item.str, top: height - (bottom ?? 0), left: left ?? 0, width: item.width, size: item.height }];
  });
  return {
    width: Math.round(width),
    height: Math.round(height),
    lines: lines.sort((one, other) => one.top - other.top),
  };
};

const rolesIn = (node: StructNode): string[] =>
  node === null ? [] : [node.role, ...node.children.flatMap((child) => ('role' in child ? rolesIn(child) : []))];

const outlineOf = (nodes: OutlineNodes): PdfOutline[] =>
  (nodes ?? []).map(({ title, items }) => ({ title, items: outlineOf(items as OutlineNodes) }));

/** Reads a PDF with Mozilla's PDF.js. */
export const readDocument = async (bytes: Buffer): Promise<PdfDocument> => {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1);
  const pages = await Promise.all(numbers.map((number) => document.getPage(number)));
  const trees = await Promise.all(pages.map((page) => page.getStructTree()));
  return {
    pages: await Promise.all(pages.map(readPage)),
    outline: outlineOf(await document.getOutline()),
    isTagged: (await document.getMarkInfo())?.Marked === true,
    roles: new Set(trees.flatMap(rolesIn)),
  };
};
