import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  title: string;
  /** Digits stand below each other. */
  isNumber?: boolean;
  cell: (row: Row) => ComponentChildren;
}

interface TableProps<Row> {
  /** What the rows are, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
}

/** A table; on a phone each row is a card with the column titles beside its values. */
export const Table = <Row,>({ caption, columns, rows, keyOf }: TableProps<Row>) => (
  <table class="table">
    <caption class="hidden-visually">{caption}</caption>
    <thead>
      <tr>
        {columns.map(({ title, isNumber }) => (
          <th key={title} scope="col" class={isNumber ? 'number' : undefined}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={keyOf(row)}>
          {columns.map(({ title, isNumber, cell }) => (
            <td key={title} class={isNumber ? 'number' : undefined} data-title={title}>
              <div>{cell(row)}</div>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
