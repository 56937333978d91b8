/** So often at the most, and not of what is over before. */
const everyMs = 3000;

/** Says how far something is that takes long, in a line now and then; and nothing of what is over soon. */
export const sayingProgress = (
  say: (line: string) => void,
  now: () => number = () => performance.now(),
): ((line: () => string) => void) => {
  let said = now();
  return (line) => {
    if (now() - said < everyMs) return;
    said = now();
    say(line());
  };
};
