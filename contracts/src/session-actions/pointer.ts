import { z } from 'zod';
import { limits } from '../limits.js';
import { box, clamped, coordinate, nothing, oneOf, point, ref, selector, withElementOrPoint } from './fields.js';

const { pathPoints, steps } = limits;

/** The answer about the element that the action reached. For an action at a point, it is the element there, if any. */
const elementAnswer = z.object({
  url: z.string(),
  matched: z.boolean(),
  visible: z.boolean(),
  elementText: z.string(),
  tagName: z.string(),
  attributes: z.record(z.string(), z.string()),
  boundingBox: box.nullable(),
});
const pointAnswer = z.object({ x: z.number(), y: z.number() });

const finiteNumber = (error: string) => z.number({ error });
const amountError = 'takes a number of CSS pixels above 0';
const delta = (description: string) => finiteNumber('takes a number of CSS pixels').optional().meta({ description });

interface ScrollFields {
  direction?: string | undefined;
  amount?: number | undefined;
  selector?: string | undefined;
  ref?: string | undefined;
  deltaX?: number | undefined;
  deltaY?: number | undefined;
}

/** How many of the four ways to scroll the payload uses. */
const countWays = ({ direction, amount, selector, ref, deltaX, deltaY }: ScrollFields) =>
  [direction ?? amount, selector, ref, deltaX ?? deltaY].filter((way) => way !== undefined).length;

const scrollPayload = z
  .object({
    direction: oneOf(['up', 'down', 'left', 'right'])
      .optional()
      .meta({ description: 'Where to scroll; down by default.' }),
    amount: finiteNumber(amountError)
      .positive({ error: amountError })
      .optional()
      .meta({ description: 'CSS pixels; most of the window by default.' }),
    selector: selector().optional(),
    ref: ref().optional(),
    deltaX: delta('CSS pixels to the right.'),
    deltaY: delta('CSS pixels down.'),
  })
  .refine((payload) => countWays(payload) <= 1, {
    error: 'takes one of: `direction` and `amount`; `selector`; `ref`; `deltaX` and `deltaY`',
  });

interface DragFields {
  path?: unknown;
  from?: unknown;
  to?: unknown;
}

const isPathOrEnds = ({ path, from, to }: DragFields) => (path === undefined ? Boolean(from && to) : !(from || to));

const pathError = `takes 2 to ${pathPoints} points`;

export const pointerActions = {
  click: {
    summary: 'Clicks an element or a point of the window.',
    payload: withElementOrPoint({
      button: oneOf(['left', 'right', 'middle']).default('left').meta({ description: 'Button of the mouse.' }),
      clickCount: clamped(1, 3, 'Clicks in a row; 2 is a double click.').default(1),
      modifiers: z
        .array(oneOf(['Alt', 'Control', 'ControlOrMeta', 'Meta', 'Shift']), { error: 'takes a list of keys' })
        .max(5, { error: 'takes up to 5 keys' })
        .default([])
        .meta({ description: 'Keys to hold.' }),
    }),
    answer: elementAnswer.extend({ clickedPoint: pointAnswer }),
  },
  hover: {
    summary: 'Moves the mouse over an element, or to a point.',
    payload: withElementOrPoint({}),
    answer: elementAnswer.extend({ hoveredPoint: pointAnswer }),
  },
  scroll: {
    summary: 'Scrolls as a wheel does at the mouse or in the middle of the window, or scrolls to an element.',
    payload: scrollPayload,
    /** The scroll position of the page or element that was scrolled. `atEnd`: it cannot scroll further. */
    answer: z.object({ scrollX: z.number(), scrollY: z.number(), atEnd: z.boolean() }),
  },
  move_mouse: {
    summary: 'Moves the mouse.',
    payload: z.object({
      x: coordinate(),
      y: coordinate(),
      steps: clamped(1, steps, 'Moves on the way; 1 by default.').default(1),
    }),
    answer: pointAnswer,
  },
  drag_mouse: {
    summary: 'Drags with the left button.',
    payload: z
      .object({
        path: z
          .array(point(), { error: pathError })
          .min(2, { error: pathError })
          .max(pathPoints, { error: pathError })
          .optional()
          .meta({ description: 'Points of the way, instead of `from` and `to`.' }),
        from: point().optional().meta({ description: 'Where the button is pressed.' }),
        to: point().optional().meta({ description: 'Where it is released.' }),
        steps: clamped(1, steps, 'Moves between two points; 10 by default.').default(10),
      })
      .refine(isPathOrEnds, { error: 'takes either `path`, or `from` and `to`' }),
    answer: pointAnswer,
  },
  cursor_position: { summary: 'Returns the position of the mouse.', payload: nothing, answer: pointAnswer },
};
