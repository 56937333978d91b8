import type { Colour, DarkColours } from '../dark/colours.js';

/** A box, in CSS pixels of the window. */
type Edges = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

/** Parts of `readableOnPaper`. */
export interface InkDom {
  ends: number;
  colours: DarkColours;
  /** Also through shadow roots. */
  parentOf: (element: Element) => Element | null;
  boxOf: (element: Element) => DOMRect;
}

/** An `img` or a `video`, which a print without backgrounds shows. */
export interface InkPicture {
  element: Element;
  box: DOMRect;
  /** Whether a text of this colour is readable on it without the page's backgrounds. */
  carries: (text: Colour) => boolean;
}

export interface InkPictures {
  note: (element: Element) => void;
  /** The last picture that shows behind all of these lines of a text, and hides what is behind it. */
  behind: (lines: readonly Edges[]) => InkPicture | undefined;
}

/** The pictures of a page that is printed without backgrounds. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a function for the page cannot import its parts
export const inkPictures = ({ ends, colours, parentOf, boxOf }: InkDom): InkPictures => {
  const [minWidth, minHeight] = [60, 40];
  /** Pictures are read in cells: their number on a side. */
  const edge = 16;
  /** A text with less contrast is hard to read. A picture with less alpha hides nothing. */
  const [leastContrast, leastAlpha] = [3, 0.5];
  const paper: Colour = { rgb: [255, 255, 255], alpha: 1 };
  type Source = HTMLImageElement | HTMLVideoElement;
  interface Noted {
    element: Source;
    box: DOMRect;
    /** The part that shows. */
    shown: Edges;
  }
  const noted: Noted[] = [];

  const common = (one: Edges, other: Edges): Edges => ({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  });
  /** `object-fit` may draw a picture only in the middle of its box. */
  const drawnBox = (element: Source, box: DOMRect): Edges => {
    const isImage = element instanceof HTMLImageElement;
    const width = isImage ? element.naturalWidth : element.videoWidth;
    const height = isImage ? element.naturalHeight : element.videoHeight;
    const whole = Math.min(box.width / width, box.height / height);
    const scales: Record<string, number> = { contain: whole, 'scale-down': Math.min(whole, 1), none: 1 };
    const scale = scales[getComputedStyle(element).objectFit];
    if (scale === undefined || width === 0 || height === 0) return box;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const [across, down] = [(width * scale) / 2, (height * scale) / 2];
    return common(box, { left: x - across, top: y - down, right: x + across, bottom: y + down });
  };
  /** A slider cuts off all slides but one. */
  const clipped = (element: Element, box: Edges): Edges => {
    let shown = box;
    let { position } = getComputedStyle(element);
    for (let each = parentOf(element); each && position !== 'fixed'; each = parentOf(each)) {
      const style = getComputedStyle(each);
      // A box that is not positioned does not clip absolute ones.
      if (position === 'absolute' && style.position === 'static') continue;
      // The window has the overflow of these two.
      const isPage = each === document.body || each === document.documentElement;
      if (!isPage && /hidden|clip|auto|scroll/.test(style.overflow)) shown = common(shown, boxOf(each));
      position = style.position;
    }
    return shown;
  };
  const isPoster = (element: Source) =>
    element instanceof HTMLVideoElement && element.readyState < HTMLMediaElement.HAVE_CURRENT_DATA;
  const hasPixels = (element: Source) => {
    if (element instanceof HTMLImageElement) return element.complete && element.naturalWidth > 0;
    return !isPoster(element) || element.poster !== '';
  };
  const note = (element: Element) => {
    if (!(element instanceof HTMLImageElement || element instanceof HTMLVideoElement) || !hasPixels(element)) return;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return;
    const box = boxOf(element);
    if (box.width < minWidth || box.height < minHeight) return;
    noted.push({ element, box, shown: clipped(element, drawnBox(element, box)) });
  };

  const around = (element: Element): Element[] => {
    const all: Element[] = [];
    for (let each: Element | null = element; each; each = parentOf(each)) all.push(each);
    return all;
  };
  const read = (element: Source) => {
    const context = new OffscreenCanvas(edge, edge).getContext('2d');
    if (!context || isPoster(element) || Date.now() >= ends) return undefined;
    try {
      context.drawImage(element, 0, 0, edge, edge);
      return context.getImageData(0, 0, edge, edge).data;
    } catch {
      // A picture of another site.
      return undefined;
    }
  };
  const lookAt = (element: Source) => {
    const styles = around(element).map((each) => getComputedStyle(each));
    const isJpeg = element instanceof HTMLImageElement && /\.jpe?g(?:$|[?#])/i.test(element.currentSrc);
    return {
      cells: read(element),
      opacity: styles.reduce((product, { opacity }) => product * Number(opacity), 1),
      // Effects such as snow lie over the whole window.
      mayBeEffect: !isJpeg && styles.some(({ position }) => position === 'fixed'),
    };
  };
  const looks = new Map<Source, ReturnType<typeof lookAt>>();
  const lookOf = (element: Source) => {
    const look = looks.get(element) ?? lookAt(element);
    looks.set(element, look);
    return look;
  };
  const meanOf = (cells: Uint8ClampedArray, box: DOMRect, part: Edges): Colour => {
    const cellAt = (share: number) => Math.min(Math.max(Math.floor(share * edge), 0), edge - 1);
    const [left, right] = [cellAt((part.left - box.left) / box.width), cellAt((part.right - box.left) / box.width)];
    const [top, bottom] = [cellAt((part.top - box.top) / box.height), cellAt((part.bottom - box.top) / box.height)];
    const sums: [number, number, number] = [0, 0, 0];
    let alphas = 0;
    for (let row = top; row <= bottom; row += 1)
      for (let column = left; column <= right; column += 1) {
        const [r = 0, g = 0, b = 0, alpha = 0] = cells.subarray((row * edge + column) * 4);
        alphas += alpha;
        for (const [index, value] of [r, g, b].entries()) sums[index as 0 | 1 | 2] += value * alpha;
      }
    const count = (bottom - top + 1) * (right - left + 1);
    const [red, green, blue] = sums.map((sum) => sum / Math.max(alphas, 1)) as [number, number, number];
    return { rgb: [red, green, blue], alpha: alphas / count / 255 };
  };
  const behind = (lines: readonly Edges[]): InkPicture | undefined => {
    const [first, ...others] = lines;
    if (!first) return undefined;
    const { left, top, right, bottom } = others.reduce<Edges>(
      (all, line) => ({
        left: Math.min(all.left, line.left),
        top: Math.min(all.top, line.top),
        right: Math.max(all.right, line.right),
        bottom: Math.max(all.bottom, line.bottom),
      }),
      first,
    );
    // The lines' edges are empty, and may reach beyond the picture.
    const slack = Math.min((first.bottom - first.top) / 4, (right - left) / 4);
    const pictureOf = ({ element, box, shown }: Noted): InkPicture | undefined => {
      const isAcross = shown.left <= left + slack && shown.right >= right - slack;
      if (!isAcross || shown.top > top + slack || shown.bottom < bottom - slack) return undefined;
      const { cells, opacity, mayBeEffect } = lookOf(element);
      const mean = cells && meanOf(cells, box, { left, top, right, bottom });
      const alpha = opacity * (mean?.alpha ?? Number(!mayBeEffect));
      if (alpha < leastAlpha) return undefined;
      const ground = mean && colours.over({ ...mean, alpha }, paper);
      const carries = (text: Colour) => ground === undefined || colours.contrast(text, ground) >= leastContrast;
      return { element, box, carries };
    };
    for (const each of noted.toReversed()) {
      const picture = pictureOf(each);
      if (picture) return picture;
    }
    return undefined;
  };
  return { note, behind };
};
