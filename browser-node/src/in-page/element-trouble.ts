import type { ElementFacts, FactTools } from './element-facts.js';

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
