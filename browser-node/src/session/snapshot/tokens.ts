/**
 * Estimates a language model's tokens: one for a common word, several for a long one, one for three digits, one for
 * each sign or letter of another script.
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
