export interface Terminal {
  /** Something that has been done, or is being done. */
  step: (text: string) => void;
  /** A line of a part's log, or about a part. */
  note: (text: string) => void;
  text: (text: string) => void;
  fault: (text: string) => void;
  bold: (text: string) => string;
}

type Output = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;

const startOfCode = '\u001b[';

/** Speaks to the person who started us; in plain text when nobody watches. */
export const createTerminal = (out: Output, err: Output): Terminal => {
  const paint = (output: Output, code: number) => (text: string) =>
    output.isTTY ? `${startOfCode}${code}m${text}${startOfCode}0m` : text;
  const green = paint(out, 32);
  const dim = paint(out, 2);
  return {
    step: (text) => out.write(`${green('›')} ${text}\n`),
    note: (text) => out.write(`${dim(text)}\n`),
    text: (text) => out.write(`${text}\n`),
    fault: (text) => err.write(`${paint(err, 31)('✗')} ${text}\n`),
    bold: paint(out, 1),
  };
};
