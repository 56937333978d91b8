import type { Clip } from '../../capture/area/clip.js';
import type { Point } from '../pages/page-state.js';

/** A 3 × 3 matrix in rows. It maps points of one plane to another, as a CSS transform does. */
export type Projection = readonly [number, number, number, number, number, number, number, number, number];

export const identityProjection: Projection = [1, 0, 0, 0, 1, 0, 0, 0, 1];

export const scaledBy = (factor: number): Projection => [factor, 0, 0, 0, factor, 0, 0, 0, 1];

/**
 * Maps a rectangle at 0, 0 to a quad of eight numbers, clockwise from the top left corner (P. Heckbert, "Fundamentals
 * of Texture Mapping and Image Warping", 1989, section 2.2.3).
 */
export const ontoQuad = (quad: readonly number[], { width, height }: Pick<Clip, 'width' | 'height'>): Projection => {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = quad;
  const right = { x: x1 - x2, y: y1 - y2 };
  const down = { x: x3 - x2, y: y3 - y2 };
  const rest = { x: x0 - x1 + x2 - x3, y: y0 - y1 + y2 - y3 };
  const area = right.x * down.y - down.x * right.y;
  const g = (rest.x * down.y - down.x * rest.y) / area;
  const h = (right.x * rest.y - rest.x * right.y) / area;
  const w = 1 / width;
  const v = 1 / height;
  return [
    (x1 - x0 + g * x1) * w,
    (x3 - x0 + h * x3) * v,
    x0,
    (y1 - y0 + g * y1) * w,
    (y3 - y0 + h * y3) * v,
    y0,
    g * w,
    h * v,
    1,
  ];
};

/** The projection that applies `inner` first, then `outer`. */
export const chained = (outer: Projection, inner: Projection): Projection => {
  const cell = (at: number) => {
    const column = at % 3;
    const row = at - column;
    return [0, 1, 2].reduce((sum, k) => sum + (outer[row + k] ?? 0) * (inner[3 * k + column] ?? 0), 0);
  };
  return identityProjection.map((_, at) => cell(at)) as unknown as Projection;
};

/** The inverse, up to a factor that does not move any point. */
export const inverseOf = ([a, b, c, d, e, f, g, h, i]: Projection): Projection => [
  e * i - f * h,
  c * h - b * i,
  b * f - c * e,
  f * g - d * i,
  a * i - c * g,
  c * d - a * f,
  d * h - e * g,
  b * g - a * h,
  a * e - b * d,
];

export const placed = ([a, b, c, d, e, f, g, h, i]: Projection, { x, y }: Point): Point => {
  const depth = g * x + h * y + i;
  return { x: (a * x + b * y + c) / depth, y: (d * x + e * y + f) / depth };
};

export const around = (points: readonly Point[]): Clip => {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
};

export const placedBox = (projection: Projection, { x, y, width, height }: Clip): Clip => {
  const right = x + width;
  const bottom = y + height;
  const corners = [
    { x, y },
    { x: right, y },
    { x: right, y: bottom },
    { x, y: bottom },
  ];
  return around(corners.map((corner) => placed(projection, corner)));
};
