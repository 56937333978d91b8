import { useRef, useState } from 'preact/hooks';
import { type Answer, type AnswerOptions, useAnswer } from '../service/use-service.js';

export interface Pages {
  /** The cursor of the shown page; undefined for the first. */
  cursor: string | undefined;
  next: (cursor: string) => void;
  back: () => void;
}

/** The pages of a list whose answers name the cursor of the next one. */
export const usePages = (): Pages => {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  return {
    cursor: cursors.at(-1),
    next: (cursor) => setCursors((last) => [...last, cursor]),
    back: () => setCursors((last) => last.slice(0, -1)),
  };
};

export interface PagedAnswer<T> extends Answer<T> {
  /** The next page has not arrived yet: `value` is still that of the page before. */
  isTurning: boolean;
}

/** The answer of a page. It keeps the last page until the next arrives, so the pager and its focus stay. */
export const usePagedAnswer = <T,>(path: string, options?: AnswerOptions<T>): PagedAnswer<T> => {
  const answer = useAnswer<T>(path, options);
  const last = useRef<T>(undefined);
  if (answer.value !== undefined) last.current = answer.value;
  return { ...answer, value: last.current, isTurning: answer.value === undefined };
};

interface PagerProps {
  pages: Pages;
  nextCursor: string | null;
  isTurning: boolean;
  /** Such as "Older" and "Newer". */
  next: string;
  back: string;
}

interface TurnProps {
  title: string;
  /** Undefined where there is no page. */
  onTurn: (() => void) | undefined;
}

/** A button with `disabled` would lose the focus on the last page. */
const Turn = ({ title, onTurn }: TurnProps) => (
  <button type="button" class="button small" aria-disabled={onTurn === undefined} onClick={onTurn}>
    {title}
  </button>
);

/** Shows nothing for a list of one page. */
export const Pager = ({ pages, nextCursor, isTurning, next, back }: PagerProps) => {
  if (pages.cursor === undefined && nextCursor === null && !isTurning) return null;
  const following = isTurning ? null : nextCursor;
  return (
    <nav class="row end" aria-label="Pages of the list">
      <Turn title={back} onTurn={pages.cursor === undefined ? undefined : pages.back} />
      <Turn title={next} onTurn={following === null ? undefined : () => pages.next(following)} />
    </nav>
  );
};
