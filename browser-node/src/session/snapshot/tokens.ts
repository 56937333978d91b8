/**
 * About how many tokens a language model takes for a text: a common word is one, a long one several; digits come in
 * threes, signs and other scripts one by one.
 */
export const tokenEstimate = (text: string): number => {
  let tokens = 0;
  for (const [piece] of text.matchAll(/[A-Za-z]+|\d+|\n|[^\sA-Za-z\d]/g)) {
    if (/^[A-Za-z]/.test(piece)) tokens += Math.ceil(piece.length / 7);
    else if (/^\d/.test(piece)) tokens += Math.ceil(piece.length / 3);
    else tokens += 1;
  }
  return tokens;
};
