/** A sentence of a table or an answer, whose parts between backticks are code. */
export const Prose = ({ text }: { text: string }) => (
  <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part))}</>
);
