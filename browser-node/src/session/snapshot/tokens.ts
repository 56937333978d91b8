/** Estimates tokens of a language model: one for a common word, three digits, or a sign. */
export const tokenEstimate = (text: string): number => {
  let tokens = 0;
  for (const [piece] of text.matchAll(/[A-Za-z]+|\d+|\n|[^\sA-Za-z\d]/g)) {
    if (/^[A-Za-z]/.test(piece)) tokens += Math.ceil(piece.length / 7);
    else if (/^\d/.test(piece)) tokens += Math.ceil(piece.length / 3);
    else tokens += 1;
  }
  return tokens;
};
