export interface Terminal {
  step: (text: string) => void;
  note: (text: string) => void;
  text: (text: string) => void;
  fault: (text: string) => void;
  bold: (text: string) => string;
}

type Output = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;

const startOfCode = '\u001b[';

/** Writes for the person at the terminal; without colours if the output is not a terminal. */
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
