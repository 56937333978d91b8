import type { DomOf } from '../tree.js';
import type { ElementFacts, FactTools } from './elements.js';

interface TroubleTools extends FactTools {
  elementAt: (x: number, y: number) => Element | null;
  elementFacts: (element: Element, tools: FactTools) => ElementFacts;
  refOf: (element: Element) => string;
  outerOf: (node: Node) => Node | null;
  reachesLabel: (hit: Element | null, label: Element) => boolean;
}

export interface ElementTrouble {
  /** Changes if the selector matches another element. */
  ref: string;
  visible: boolean;
  enabled: boolean;
  editable: boolean;
  /** In its frame's window; changes while the element moves. */
  box: { x: number; y: number; width: number; height: number };
  /** The element takes no mouse events: a click hits the element below. */
  mouseless: boolean;
  cover: { tagName: string; text: string; attributes: Record<string, string>; ref: string } | null;
  /** The click point could not be scrolled into the window. */
  outside: boolean;
}

/**
 * Finds what prevents an action. Centres the element first: an earlier attempt may have scrolled it below an unrelated
 * cover.
 */
export const elementTrouble = (element: Element, tools: TroubleTools): ElementTrouble => {
  const { domOf, isVisible, elementAt, elementFacts, refOf, outerOf, reachesLabel } = tools;
  domOf(element).scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  const { point, boundingBox } = elementFacts(element, tools);

  const contains = (outer: Node, inner: Node) => {
    for (let node: Node | null = inner; node; node = outerOf(node)) if (node === outer) return true;
    return false;
  };
  const labels = [...(domOf(element as HTMLInputElement).labels ?? [])];
  const belongs = (hit: Element) => contains(element, hit) || labels.some((label) => reachesLabel(hit, label));

  const outside = point.x < 0 || point.y < 0 || point.x > innerWidth || point.y > innerHeight;
  const hit = outside ? null : elementAt(point.x, point.y);
  const isMissed = hit !== null && !belongs(hit);
  const mouseless = isMissed && getComputedStyle(element).pointerEvents === 'none';
  const coverOf = (covering: Element) => {
    const { tagName, elementText, attributes } = elementFacts(covering, tools);
    return { tagName, text: elementText.slice(0, 100), attributes, ref: refOf(covering) };
  };
  const { readOnly } = domOf(element as HTMLInputElement);
  const field = (element instanceof HTMLLabelElement ? element.control : null) ?? element;
  const enabled = !domOf(field).matches(':disabled') && !domOf(field).closest('[aria-disabled="true"]');
  return {
    ref: refOf(element),
    visible: isVisible(element),
    enabled,
    editable: enabled && !readOnly,
    box: boundingBox,
    mouseless,
    cover: isMissed && !mouseless ? coverOf(hit) : null,
    outside,
  };
};

interface ReachTools {
  domOf: DomOf;
  outerOf: (node: Node) => Node | null;
}

/** Whether a click on `hit` activates the label. A link or field in between takes the click. */
export const reachesLabel =
  ({ domOf, outerOf }: ReachTools) =>
  (hit: Element | null, label: Element): boolean => {
    const own = 'a[href], button, input, select, textarea, summary, [contenteditable]';
    for (let node: Node | null = hit; node; node = outerOf(node)) {
      if (node === label) return true;
      if (node instanceof Element && domOf(node).matches(own)) return false;
    }
    return false;
  };

interface LabelTools {
  elementAt: (x: number, y: number) => Element | null;
  isVisible: (element: Element) => boolean;
  outerOf: (node: Node) => Node | null;
  reachesLabel: (hit: Element | null, label: Element) => boolean;
  refOf: (element: Element) => string;
}

export interface OwnLabel {
  ref: string;
  /** `point` is in the frame's window, `position` relative to the label's padding box. */
  point: { x: number; y: number };
  position: { x: number; y: number };
}

/**
 * The label with which a person checks a box that is hidden or lies under the label. Null if the mouse hits the box, or
 * something else covers it.
 */
export const ownLabel = (element: Element, tools: LabelTools): OwnLabel | null => {
  const { elementAt, isVisible, outerOf, reachesLabel, refOf } = tools;
  if (!(element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type))) return null;
  const labels = [...(element.labels ?? [])].filter(isVisible);
  const [first] = labels;
  if (!first) return null;
  const outward = (inner: Node | null) => {
    const nodes: Node[] = [];
    for (let node = inner; node; node = outerOf(node)) nodes.push(node);
    return nodes;
  };
  const middleOf = ({ x, y, width, height }: DOMRect) => ({ x: x + width / 2, y: y + height / 2 });
  const hitBox = () => {
    const { x, y } = middleOf(element.getBoundingClientRect());
    return isVisible(element) ? elementAt(x, y) : null;
  };
  if (hitBox() === element) return null;
  (isVisible(element) ? element : first).scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  const hit = hitBox();
  const isOver = hit !== null && !outward(element).includes(hit);
  if (hit === element || (isOver && !labels.some((label) => outward(hit).includes(label)))) return null;

  const pointIn = (label: Element) => {
    const boxes = [...label.getClientRects()];
    const edges = boxes.flatMap(({ left, right, y, height }) =>
      [left + 2, right - 2].map((x) => ({ x, y: y + height / 2 })),
    );
    const points = [middleOf(element.getBoundingClientRect()), ...boxes.map(middleOf), ...edges];
    return points.filter(({ x, y }) => reachesLabel(elementAt(x, y), label)).slice(0, 1);
  };
  const [way] = labels.flatMap((label) => pointIn(label).map((point) => ({ label, point })));
  if (!way) return null;
  const { label, point } = way;
  const { left, top } = label.getBoundingClientRect();
  const { borderLeftWidth, borderTopWidth } = getComputedStyle(label);
  const position = {
    x: point.x - left - Number.parseInt(borderLeftWidth, 10),
    y: point.y - top - Number.parseInt(borderTopWidth, 10),
  };
  return { ref: refOf(label), point, position };
};
