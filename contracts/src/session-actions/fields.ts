import { z } from 'zod';
import { limits } from '../limits.js';

/** Text of up to `max` characters. Also accepts numbers and booleans, which command lines send for text. */
export const text = (max: number = limits.typedLength) =>
  z
    .union([z.string(), z.number(), z.boolean()], { error: 'takes text' })
    .transform(String)
    .pipe(z.string().max(max, { error: `takes up to ${max} characters` }));

const integerError = (min: number) => `takes a whole number, ${min} or more`;

/** A whole number. Values above `max` become `max`, and values below `min` fail. */
export const clamped = (min: number, max: number, description: string) =>
  z
    .int({ error: integerError(min) })
    .min(min, { error: integerError(min) })
    .transform((value) => Math.min(value, max))
    .meta({
      override: { type: 'integer', minimum: min, description: `${description} Values above ${max} count as ${max}.` },
    });

export const flag = (description?: string) => {
  const schema = z.boolean({ error: 'takes true or false' });
  return description === undefined ? schema : schema.meta({ description });
};

export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `takes one of ${values.join(', ')}` });

export const selector = (description = 'CSS selector of the element.') =>
  text(limits.selectorLength)
    .refine((value) => value.trim() !== '', { error: 'takes a CSS selector' })
    .meta({ description });

export const ref = () =>
  text(20)
    .refine((value) => /^e\d{1,15}$/.test(value), { error: 'takes a ref of a snapshot, such as e12' })
    .meta({ description: 'A ref of a snapshot, such as `e12`.' });

const coordinateError = `takes a number from 0 to ${limits.viewportMax}, in CSS pixels of the window`;
export const coordinate = () =>
  z
    .number({ error: coordinateError })
    .min(0, { error: coordinateError })
    .max(limits.viewportMax, { error: coordinateError })
    .meta({ description: 'CSS pixels of the window, from its top left corner.' });

export const point = () => z.object({ x: coordinate(), y: coordinate() }, { error: 'takes {"x": …, "y": …}' });

const elementFields = { selector: selector().optional(), ref: ref().optional() };

interface ElementFields {
  selector?: string | undefined;
  ref?: string | undefined;
}

const isOneElement = ({ selector, ref }: ElementFields) => (selector === undefined) !== (ref === undefined);
const isAtMostOneElement = ({ selector, ref }: ElementFields) => selector === undefined || ref === undefined;

/** The fields of `shape`, and exactly one of `selector` and `ref`. */
export const withElement = <S extends z.ZodRawShape>(shape: S) =>
  z
    .object({ ...elementFields, ...shape })
    .refine((payload) => isOneElement(payload as ElementFields), { error: 'takes one target: `selector` or `ref`' });

/** The fields of `shape`, and at most one of `selector` and `ref`. */
export const withElementOrNone = <S extends z.ZodRawShape>(shape: S) =>
  z.object({ ...elementFields, ...shape }).refine((payload) => isAtMostOneElement(payload as ElementFields), {
    error: 'takes at most one target: `selector` or `ref`',
  });

interface PointFields extends ElementFields {
  x?: number | undefined;
  y?: number | undefined;
}

const isElementOrPoint = ({ x, y, ...element }: PointFields) => {
  if ((x === undefined) !== (y === undefined)) return false;
  const hasElement = element.selector !== undefined || element.ref !== undefined;
  return x === undefined ? isOneElement(element) : !hasElement;
};

/** The fields of `shape`, and exactly one of `selector`, `ref`, and the pair of `x` and `y`. */
export const withElementOrPoint = <S extends z.ZodRawShape>(shape: S) =>
  z
    .object({ ...elementFields, x: coordinate().optional(), y: coordinate().optional(), ...shape })
    .refine((payload) => isElementOrPoint(payload as PointFields), {
      error: 'takes one target: `selector`, `ref`, or `x` and `y`',
    });

/** In CSS pixels. */
export const box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** A payload or answer without fields of its own. */
export const nothing = z.object({});
