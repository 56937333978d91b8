import { useState } from 'preact/hooks';

export interface Pages {
  /** Of the shown page; undefined for the first. */
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

interface PagerProps {
  pages: Pages;
  nextCursor: string | null;
  /** Such as "Older" and "Newer". */
  next: string;
  back: string;
}

/** Nothing for a list of one page. */
export const Pager = ({ pages, nextCursor, next, back }: PagerProps) => {
  if (pages.cursor === undefined && nextCursor === null) return null;
  return (
    <nav class="row end" aria-label="Pages of the list">
      <button type="button" class="button small" disabled={pages.cursor === undefined} onClick={pages.back}>
        {back}
      </button>
      <button
        type="button"
        class="button small"
        disabled={nextCursor === null}
        onClick={() => nextCursor !== null && pages.next(nextCursor)}
      >
        {next}
      </button>
    </nav>
  );
};
