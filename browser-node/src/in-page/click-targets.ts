import type { ElementFacts, FactTools } from './elements.js';
import type { Bare } from './tree.js';

export interface TroubleTools extends FactTools {
  elementAt: (x: number, y: number) => Element | null;
  elementFacts: (element: Element, tools: FactTools) => ElementFacts;
  refOf: (element: Element) => string;
  outerOf: (node: Node) => Node | null;
  reachesLabel: (hit: Element | null, label: Element) => boolean;
}

export interface ElementTrouble {
  /** What it is called: two looks say whether it is another one. */
  ref: string;
  visible: boolean;
  enabled: boolean;
  editable: boolean;
  /** Where it is in its frame's window: two looks say whether it moves. */
  box: { x: number; y: number; width: number; height: number };
  /** It takes no mouse events: what lies beneath would be clicked. */
  mouseless: boolean;
  /** What lies over the point where it would be clicked. */
  cover: { tagName: string; text: string; attributes: Record<string, string>; ref: string } | null;
  /** The point is outside of the window, and could not be brought into it. */
  outside: boolean;
}

/**
 * Runs in the page. What may keep an element from being acted on, once it is in the middle of the window: whoever has tried
 * may have scrolled it beneath something that is not in its way.
 */
export const elementTrouble = (element: Element, tools: TroubleTools): ElementTrouble => {
  const { bare, isVisible, elementAt, elementFacts, refOf, outerOf, reachesLabel } = tools;
  bare(element).scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  const { point, boundingBox } = elementFacts(element, tools);

  const holds = (outer: Node, inner: Node) => {
    for (let node: Node | null = inner; node; node = outerOf(node)) if (node === outer) return true;
    return false;
  };
  const labels = [...(bare(element as HTMLInputElement).labels ?? [])];
  const belongs = (hit: Element) => holds(element, hit) || labels.some((label) => reachesLabel(hit, label));

  const outside = point.x < 0 || point.y < 0 || point.x > innerWidth || point.y > innerHeight;
  const hit = outside ? null : elementAt(point.x, point.y);
  const isMissed = hit !== null && !belongs(hit);
  const mouseless = isMissed && getComputedStyle(element).pointerEvents === 'none';
  const coverOf = (covering: Element) => {
    const { tagName, elementText, attributes } = elementFacts(covering, tools);
    return { tagName, text: elementText.slice(0, 100), attributes, ref: refOf(covering) };
  };
  const { readOnly } = bare(element as HTMLInputElement);
  const field = (element instanceof HTMLLabelElement ? element.control : null) ?? element;
  const enabled = !bare(field).matches(':disabled') && !bare(field).closest('[aria-disabled="true"]');
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
  bare: Bare;
  outerOf: (node: Node) => Node | null;
}

/** Runs in the page. Whether a click on an element reaches the label around it: a link or a field in between keeps it. */
export const reachesLabel =
  ({ bare, outerOf }: ReachTools) =>
  (hit: Element | null, label: Element): boolean => {
    const own = 'a[href], button, input, select, textarea, summary, [contenteditable]';
    for (let node: Node | null = hit; node; node = outerOf(node)) {
      if (node === label) return true;
      if (node instanceof Element && bare(node).matches(own)) return false;
    }
    return false;
  };

export interface LabelTools {
  elementAt: (x: number, y: number) => Element | null;
  isVisible: (element: Element) => boolean;
  outerOf: (node: Node) => Node | null;
  reachesLabel: (hit: Element | null, label: Element) => boolean;
  refOf: (element: Element) => string;
}

export interface OwnLabel {
  ref: string;
  /** Where it is clicked: in its frame's window, and inside of its own border. */
  point: { x: number; y: number };
  position: { x: number; y: number };
}

/**
 * Runs in the page. The label by which a person checks a box that the mouse does not hit: one that lies over the box, or stands
 * for one that is hidden. Null where the box itself is hit, or something else lies over it.
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
