/** Red, green and blue from 0 to 255, and an alpha from 0 to 1. */
export interface Colour {
  rgb: readonly [number, number, number];
  alpha: number;
}

/** The colour behind a text, and the contrast below which the text's colour changes. */
export interface Contrast {
  backdrop: Colour;
  least: number;
}

export interface DarkColours {
  /** Takes a computed colour. */
  parse: (text: string) => Colour;
  format: (colour: Colour) => string;
  /** The OKLab lightness, from 0 to 1. */
  lightness: (colour: Colour) => number;
  contrast: (a: Colour, b: Colour) => number;
  /** The colour that results from the first in front of the second. Both may be translucent. */
  over: (colour: Colour, backdrop: Colour) => Colour;
  /** Grey, white or black. */
  isNeutral: (colour: Colour) => boolean;
  /** So colourful that dark pages use it for buttons and labels. */
  isStrong: (colour: Colour) => boolean;
  /** Makes a light surface dark, and a strong colour dark enough for light text. */
  surface: (colour: Colour) => Colour;
  /** A surface that a person can tell from the dark one under it. */
  raised: (colour: Colour, backdrop: Colour) => Colour;
  line: (colour: Colour) => Colour;
  /** The colour of a text or an icon, with its hue, and another lightness if its contrast is below `least`. */
  text: (colour: Colour, on: Contrast) => Colour;
}

/** The arithmetic of dark mode, in OKLab (https://bottosson.github.io/posts/oklab). */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a function for the page cannot import its parts
export const darkColours = (): DarkColours => {
  type Triple = readonly [number, number, number];
  const readable = 4.5;
  /** Surfaces lighter than this become dark. */
  const lightSurface = 0.45;
  /** `#121212`, which Chromium's dark canvas has. */
  const darkest = 0.18;
  /** Strong colours stay, up to this lightness: white text on it has a contrast of 5. */
  const accent = 0.52;
  const strongChroma = 0.1;
  const leastStep = 0.06;

  const linear = (value: number) => {
    const share = value / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  const encoded = (value: number) =>
    255 * (value <= 0.003_130_8 ? value * 12.92 : 1.055 * Math.max(value, 0) ** (1 / 2.4) - 0.055);
  const toLab = ({ rgb }: Colour): Triple => {
    const [r, g, b] = rgb.map(linear) as unknown as Triple;
    const l = Math.cbrt(0.412_221_47 * r + 0.536_332_54 * g + 0.051_445_99 * b);
    const m = Math.cbrt(0.211_903_5 * r + 0.680_699_55 * g + 0.107_396_96 * b);
    const s = Math.cbrt(0.088_302_46 * r + 0.281_718_84 * g + 0.629_978_7 * b);
    return [
      0.210_454_26 * l + 0.793_617_79 * m - 0.004_072_05 * s,
      1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_71 * s,
      0.025_904_04 * l + 0.782_771_77 * m - 0.808_675_77 * s,
    ];
  };
  const fromLab = ([light, a, b]: Triple): Triple => {
    const l = (light + 0.396_337_78 * a + 0.215_803_76 * b) ** 3;
    const m = (light - 0.105_561_35 * a - 0.063_854_17 * b) ** 3;
    const s = (light - 0.089_484_18 * a - 1.291_485_55 * b) ** 3;
    return [
      encoded(4.076_741_66 * l - 3.307_711_59 * m + 0.230_969_93 * s),
      encoded(-1.268_438 * l + 2.609_757_4 * m - 0.341_319_4 * s),
      encoded(-0.004_196_09 * l - 0.703_418_61 * m + 1.707_614_7 * s),
    ];
  };
  /** The colour with another lightness, and this share of its chroma, or less where a screen cannot show it. */
  const withLightness = (colour: Colour, light: number, chroma: number): Colour => {
    const [, a, b] = toLab(colour);
    let share = chroma;
    let rgb = fromLab([light, a * share, b * share]);
    while (share > 0.01 && rgb.some((value) => value < -1 || value > 256)) {
      share *= 0.9;
      rgb = fromLab([light, a * share, b * share]);
    }
    const rounded = rgb.map((value) => Math.round(Math.min(Math.max(value, 0), 255))) as unknown as Triple;
    return { rgb: rounded, alpha: colour.alpha };
  };
  const chromaOf = (colour: Colour) => {
    const [, a, b] = toLab(colour);
    return Math.hypot(a, b);
  };
  const luminance = ({ rgb }: Colour) => {
    const [r, g, b] = rgb.map(linear) as unknown as Triple;
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };

  const known = new Map<string, Colour>();
  /** For colours in other notations: the browser paints one pixel. */
  const painted = (text: string): Colour => {
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    if (!context) return { rgb: [0, 0, 0], alpha: 0 };
    context.fillStyle = text;
    context.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
    return { rgb: [r, g, b], alpha: alpha / 255 };
  };
  const parsed = (text: string): Colour => {
    const [, r, g, b, alpha = '1'] = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(text) ?? [];
    if (r === undefined) return painted(text);
    return { rgb: [Number(r), Number(g), Number(b)], alpha: Number(alpha) };
  };
  const parse = (text: string): Colour => {
    const colour = known.get(text) ?? parsed(text);
    known.set(text, colour);
    return colour;
  };

  const lightness = (colour: Colour) => toLab(colour)[0];
  const over = (front: Colour, back: Colour): Colour => {
    const rest = back.alpha * (1 - front.alpha);
    const alpha = front.alpha + rest;
    if (alpha === 0) return back;
    const mix = (index: 0 | 1 | 2) => (front.rgb[index] * front.alpha + back.rgb[index] * rest) / alpha;
    return { rgb: [mix(0), mix(1), mix(2)], alpha };
  };
  const contrast = (a: Colour, b: Colour) => {
    const [less = 0, more = 0] = [luminance(over(a, b)), luminance(b)].sort((x, y) => x - y);
    return (more + 0.05) / (less + 0.05);
  };

  const surface = (colour: Colour): Colour => {
    const light = lightness(colour);
    if (light <= lightSurface) return colour;
    const isStrong = chromaOf(colour) >= strongChroma;
    if (isStrong && light <= accent) return colour;
    if (isStrong) return withLightness(colour, Math.min(1.3 - light, accent), 0.9);
    // The power keeps the small steps near white visible.
    const share = ((light - lightSurface) / (1 - lightSurface)) ** 1.5;
    return withLightness(colour, lightSurface - share * (lightSurface - darkest), 0.5);
  };
  const raised = (colour: Colour, backdrop: Colour): Colour => {
    const under = lightness(backdrop);
    const isApart = Math.abs(lightness(over(colour, backdrop)) - under) >= leastStep;
    return isApart || colour.alpha < 1 ? colour : withLightness(colour, under + leastStep, 1);
  };
  const line = (colour: Colour): Colour => {
    if (chromaOf(colour) >= strongChroma) return colour;
    return withLightness(colour, lightness(colour) > lightSurface ? 0.36 : 0.5, 0.5);
  };
  const text = (colour: Colour, { backdrop, least }: Contrast): Colour => {
    // The page hides a transparent text, such as a placeholder under its label.
    if (colour.alpha === 0 || contrast(colour, backdrop) >= least) return colour;
    const becomesLight = luminance(backdrop) < 0.18;
    const own = lightness(colour);
    const step = becomesLight ? 0.03 : -0.03;
    let light = becomesLight ? Math.max(own, Math.min(1 - own * 0.6, 0.93)) : Math.min(own, 0.35);
    let found = withLightness(colour, light, 1);
    if (contrast(found, backdrop) < readable) found = { ...found, alpha: 1 };
    while (contrast(found, backdrop) < readable && light > 0 && light < 1) {
      light += step;
      found = withLightness({ ...colour, alpha: 1 }, Math.min(Math.max(light, 0), 1), 1);
    }
    return found;
  };

  return {
    parse,
    format: ({ rgb: [r, g, b], alpha }) => `rgba(${r}, ${g}, ${b}, ${alpha})`,
    lightness,
    contrast,
    over,
    isNeutral: (colour) => chromaOf(colour) < 0.04,
    isStrong: (colour) => chromaOf(colour) >= strongChroma,
    surface,
    raised,
    line,
    text,
  };
};
