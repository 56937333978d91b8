import type { DarkAccents } from './accents.js';
import type { Colour, DarkColours } from './colours.js';
import type { Change, DarkDrawings } from './drawings.js';
import type { darkInks } from './inks.js';
import type { DarkLayers } from './layers.js';
import type { DarkPictures } from './pictures.js';

/** Facts that an element takes from its parent. */
export interface Ground {
  /** The colour behind the element, as it will be. */
  backdrop: Colour;
  /** The colour behind the element, as the page has it. */
  before: Colour;
  /** The innermost element that has a surface. */
  surface: Element;
  /** The part of the page was light, so all its surfaces and lines become dark. */
  isLight: boolean;
  /** A light button, label or mark of a dark part: it stays, and so do its parts. */
  isAccent: boolean;
  /** The contrast below which a text changes. */
  least: number;
  /** A picture lies behind: colours stay. */
  isPicture: boolean;
  /** The parent's text has another colour than before, which the element may inherit. */
  isChanged: boolean;
  parent: Element;
  /** The colour of the parent's text in the page's own scheme. */
  pageColour: string;
}

interface Walk {
  colours: DarkColours;
  pictures: Omit<DarkPictures, 'layers' | 'isOpaque'>;
  layers: DarkLayers;
  accents: DarkAccents;
  showInk: ReturnType<typeof darkInks>['show'];
  drawings: DarkDrawings;
  change: Change;
  /** A style of `::before`, `::after`, `::marker` or `::placeholder`. */
  changePseudo: (element: Element, pseudo: string, styles: Record<string, string>) => void;
}

/** Returns the ground of the element's children. Undefined if it shows none. Reads styles only: changes come later. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a function for the page cannot import its parts
export const darkWalk = ({ colours, pictures, layers, accents, showInk, drawings, change, changePseudo }: Walk) => {
  /** The same for a box of any size, and in a window of any height. */
  const lightSurface = 0.6;
  /** Contrasts of texts: on grounds that were light, and on others. */
  const [leastOfChanged, leastOfDark] = [4.5, 3];
  const { isAccent, ownText, largestMark } = accents;
  const inText = /rgba?\([^)]*\)|(?:color|oklab|oklch|lab|lch)\([^)]*\)/g;
  interface Beside {
    pseudo: string;
    style: CSSStyleDeclaration;
  }
  interface Looks {
    style: CSSStyleDeclaration;
    /** Its shown `::before` and `::after`. */
    beside: readonly Beside[];
  }

  const isGradient = (image: string) => image.includes('gradient') && !image.includes('url(');
  /** The mean of a gradient's colours, which may be translucent. */
  const meanOf = (image: string): Colour => {
    const stops = (image.match(inText) ?? []).map((stop) => colours.parse(stop));
    const alpha = stops.reduce((sum, stop) => sum + stop.alpha, 0);
    const mean = (index: 0 | 1 | 2) =>
      stops.reduce((sum, stop) => sum + stop.rgb[index] * stop.alpha, 0) / (alpha || 1);
    return { rgb: [mean(0), mean(1), mean(2)], alpha: alpha / (stops.length || 1) };
  };
  const mapped = (image: string, map: (colour: Colour) => Colour) =>
    image.replace(inText, (stop) => {
      const colour = colours.parse(stop);
      return colours.format(map(colour));
    });

  /** Whether a text or a mask cuts its shape out of the background, which a person then reads. */
  const isInk = ({ backgroundClip, maskImage }: CSSStyleDeclaration) =>
    backgroundClip.includes('text') || maskImage !== 'none';
  const darkenInk = (element: Element, style: CSSStyleDeclaration, ground: Ground): Ground => {
    const under = layers.behind(element, ground);
    if (under.isPicture) return ground;
    const on = { backdrop: under.backdrop, least: under.least };
    const inked = (colour: Colour) => (colour.alpha === 0 ? colour : colours.text(colour, on));
    const colour = colours.parse(style.backgroundColor);
    const ink = inked(colour);
    if (ink !== colour) change(element, 'background-color', colours.format(ink));
    const image = style.backgroundImage;
    if (image.includes('gradient')) change(element, 'background-image', mapped(image, inked));
    return ground;
  };

  /** Multiplies a texture by the dark surface under it, which keeps its pattern. */
  const darkenTiles = (element: Element, colour: Colour, ground: Ground): Colour => {
    const dark = colours.surface(colours.over(colour, ground.before));
    change(element, 'background-color', colours.format(dark));
    change(element, 'background-blend-mode', 'multiply');
    return dark;
  };
  /** Changes a light surface. Returns its mean colour, as it will be. */
  const darkenBackground = (element: Element, style: CSSStyleDeclaration, ground: Ground): Colour => {
    const { backgroundColor, backgroundImage } = style;
    const colour = colours.parse(backgroundColor);
    const flat = colours.surface(colour);
    const dark = ground.isLight || flat === colour ? flat : colours.raised(flat, ground.backdrop);
    if (pictures.isTiled(element, style)) return darkenTiles(element, colour, ground);
    if (dark !== colour) change(element, 'background-color', colours.format(dark));
    if (!isGradient(backgroundImage)) return dark;
    const image = mapped(backgroundImage, colours.surface);
    change(element, 'background-image', image);
    return colours.over(meanOf(image), dark);
  };
  const backgroundOf = ({
    backgroundColor,
    backgroundImage,
  }: Pick<CSSStyleDeclaration, 'backgroundColor' | 'backgroundImage'>): Colour => {
    const colour = colours.parse(backgroundColor);
    return isGradient(backgroundImage) ? colours.over(meanOf(backgroundImage), colour) : colour;
  };
  /** A texture hides what is behind it. Its colours are unknown, so the colour under it decides. */
  const shownBy = (element: Element, style: CSSStyleDeclaration, ground: Ground): Colour => {
    const own = backgroundOf(style);
    return pictures.isTiled(element, style) ? colours.over(own, ground.before) : own;
  };
  const white: Colour = { rgb: [255, 255, 255], alpha: 1 };
  const showsPicture = (element: Element, { style, beside }: Looks) =>
    pictures.fills(element, style) || beside.some((each) => pictures.fillsBeside(element, each.style));
  /** Judges a surface by its own colour and by what lies under it. */
  const judge = (element: Element, shown: Colour, ground: Ground) => {
    const before = colours.over(shown, ground.before);
    const wasLight = colours.lightness(before) > lightSurface;
    const staysLight = wasLight && !ground.isLight && (ground.isAccent || isAccent(element, shown));
    const isLight = wasLight && !staysLight;
    // A light ground needs a strong colour dark enough for light text.
    const becomesDark = isLight || (ground.isLight && colours.isStrong(shown));
    const least = becomesDark ? leastOfChanged : leastOfDark;
    return { becomesDark, ground: { before, isLight, isAccent: staysLight, least } };
  };
  const isOnPicture = (element: Element, ground: Ground) =>
    ground.isPicture || layers.behind(element, ground).isPicture;
  /** The ground of an element's own surface. */
  const darkenSurface = (element: Element, looks: Looks, ground: Ground): Ground => {
    const { style } = looks;
    if (showsPicture(element, looks)) return { ...ground, surface: element, isPicture: true };
    const shown = shownBy(element, style, ground);
    if (shown.alpha === 0) return ground;
    if (!layers.hidesPicture(shown) && isOnPicture(element, ground)) return ground;
    const judged = judge(element, shown, ground);
    const colour = judged.becomesDark ? darkenBackground(element, style, ground) : shown;
    layers.paint(element, colour);
    return {
      ...ground,
      ...judged.ground,
      // Assumes the brightest picture. Light text is then readable on any.
      backdrop: colours.over(colour, ground.isPicture ? white : ground.backdrop),
      surface: element,
      isPicture: false,
    };
  };

  const darkenLines = (element: Element, style: CSSStyleDeclaration) => {
    if (style.borderWidth === '0px') return;
    for (const side of ['top', 'right', 'bottom', 'left']) {
      if (style.getPropertyValue(`border-${side}-style`) === 'none') continue;
      const colour = colours.parse(style.getPropertyValue(`border-${side}-color`));
      if (colour.alpha > 0) change(element, `border-${side}-color`, colours.format(colours.line(colour)));
    }
  };

  /** A text's colour as it will be. */
  const readable = (before: string, under: Ground): string => {
    const colour = colours.parse(before);
    const found = colours.text(colour, { backdrop: under.backdrop, least: under.least });
    return found === colour ? before : colours.format(found);
  };
  /** The colour of an element's text in the page's own scheme. If it is inherited, its computed colour may be ours. */
  const ownColour = (element: Element, color: string, { parent, pageColour }: Ground): string =>
    pictures.colourBefore(element, color) ?? (color === getComputedStyle(parent).color ? pageColour : color);
  /** A text's colour on a picture: of the page's own scheme, unless only the dark scheme's is readable. */
  const onPicture = (element: Element, [own, dark]: readonly [string, string], { surface }: Ground): string => {
    const mean = own === dark ? undefined : pictures.meanBehind(surface, element);
    if (!mean) return own;
    const contrastOf = (colour: string) => colours.contrast(colours.parse(colour), mean);
    return contrastOf(own) < leastOfDark && contrastOf(dark) > contrastOf(own) ? dark : own;
  };
  const darkenText = (element: Element, style: CSSStyleDeclaration, ground: Ground): Ground => {
    const before = style.color;
    // An element without children may hold an icon, or what a person typed.
    const shows = ownText(element) || element.childElementCount === 0 || element.localName === 'svg';
    const under = shows ? layers.behind(element, ground) : ground;
    const own = ownColour(element, before, ground);
    const after = under.isPicture ? onPicture(element, [own, before], under) : readable(before, under);
    // Sets the colour even if the parent gets the same one: the element's own rule may name another.
    if (after !== before || ground.isChanged) change(element, 'color', after);
    if (after !== before && style.textShadow !== 'none') change(element, 'text-shadow', 'none');
    return { ...ground, isChanged: after !== before, parent: element, pageColour: own };
  };

  /** A light box of a dark part, as large as a text. Smaller ones are marks, such as the knob of a switch. */
  const isPlate = ({ backgroundColor, width, height }: CSSStyleDeclaration, { isAccent: isOnAccent }: Ground) =>
    !isOnAccent &&
    Math.min(Number.parseFloat(width), Number.parseFloat(height)) > largestMark &&
    colours.lightness(colours.parse(backgroundColor)) > lightSurface;
  const isIcon = ({ backgroundClip, maskImage }: CSSStyleDeclaration) =>
    backgroundClip.includes('text') || maskImage.includes('url(');
  /** What becomes of the colours of a pseudo-element's background. Undefined if it keeps them. */
  const pseudoMap = (element: Element, style: CSSStyleDeclaration, ground: Ground, under: Ground) => {
    const { position, backgroundColor, backgroundImage } = style;
    if (backgroundImage.includes('url(')) return undefined;
    if (isIcon(style)) return under.isPicture ? undefined : (colour: Colour) => colours.text(colour, under);
    // A translucent layer over a picture belongs to the picture.
    const isClear = colours.parse(backgroundColor).alpha < 1;
    const isWash = isClear && /absolute|fixed/.test(position) && layers.holdsPicture(element);
    return (ground.isLight || isPlate(style, ground)) && !isWash ? colours.surface : undefined;
  };
  const pseudoStyles = (element: Element, style: CSSStyleDeclaration, ground: Ground) => {
    const before = style.backgroundImage;
    const under = layers.behind(element, ground);
    const map = pseudoMap(element, style, ground, under);
    const colour = colours.parse(style.backgroundColor);
    const dark = map?.(colour) ?? colour;
    const image = map && isGradient(before) ? mapped(before, map) : before;
    const shown = backgroundOf({ backgroundColor: colours.format(dark), backgroundImage: image });
    const on = isIcon(style) ? under : { ...under, backdrop: colours.over(shown, under.backdrop) };
    const color = under.isPicture ? style.color : readable(style.color, on);
    return {
      ...(dark !== colour && { 'background-color': colours.format(dark) }),
      ...(image !== before && { 'background-image': image }),
      ...((color !== style.color || ground.isChanged) && { color }),
    };
  };
  const darkenPseudo = (element: Element, { pseudo, style }: Beside, ground: Ground) => {
    if (ground.isPicture) return;
    const styles = pseudoStyles(element, style, ground);
    if (Object.keys(styles).length > 0) changePseudo(element, pseudo, styles);
  };

  const pseudoOf = (element: Element, pseudo: string): Beside => ({ pseudo, style: getComputedStyle(element, pseudo) });
  /** The pseudo-elements that are shown. To read their styles takes as long as to read the element's. */
  const besideOf = (element: Element): Beside[] => {
    if (element.localName === 'svg') return [];
    const both = ['::before', '::after'].map((pseudo) => pseudoOf(element, pseudo));
    return both.filter(({ style }) => !/^(?:none|normal)$/.test(style.content));
  };
  /** A marker of a list with a colour of its own. Others take the one of their entry. */
  const darkenMarker = (element: Element, { color }: CSSStyleDeclaration, own: Ground) => {
    const marker = pseudoOf(element, '::marker');
    if (marker.style.color !== color) darkenPseudo(element, marker, own);
  };
  const darkenInside = (element: Element, { style, beside }: Looks, own: Ground): Ground | undefined => {
    if (element.localName === 'svg') {
      const under = layers.behind(element, own);
      if (!under.isPicture) drawings.darken(element, under);
      return undefined;
    }
    if (style.display === 'list-item') darkenMarker(element, style, own);
    const isField = /^(?:input|textarea)$/.test(element.localName);
    for (const each of isField ? [pseudoOf(element, '::placeholder')] : beside) darkenPseudo(element, each, own);
    return own;
  };

  return (element: Element, ground: Ground): Ground | undefined => {
    const style = getComputedStyle(element);
    if (style.display === 'none') return undefined;
    const looks = { style, beside: besideOf(element) };
    if (/^(?:img|canvas)$/.test(element.localName) || style.backgroundImage.includes('url('))
      showInk(element, style, layers.behind(element, ground));
    const under = isInk(style) ? darkenInk(element, style, ground) : darkenSurface(element, looks, ground);
    const own = darkenText(element, style, under);
    if ((own.isLight || ground.isLight) && !own.isPicture) darkenLines(element, style);
    return darkenInside(element, looks, own);
  };
};
