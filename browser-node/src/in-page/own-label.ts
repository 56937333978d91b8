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
