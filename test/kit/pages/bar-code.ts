/** Pages that show their own time, and how to read it from a picture. */
import assert from 'node:assert/strict';
import type { DecodedGif, GifPicture } from './gif.js';

const black = '#000000';
const white = '#ffffff';
const green = '#00ff00';

const bits = 12;
const barWidth = 20;

/** Numbers its own animation frames, as a bar code at the top left. */
export const barCode = `<canvas id="bars" width="${bits * barWidth}" height="20" style="display:block"></canvas><script>
  const paint = bars.getContext('2d');
  let count = 0;
  const next = () => {
    for (let bit = 0; bit < ${bits}; bit++) {
      paint.fillStyle = count >> bit & 1 ? '${black}' : '${white}';
      paint.fillRect(bit * ${barWidth}, 0, ${barWidth}, 20);
    }
    count++;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
</script>`;

export const numberOf = ({ at }: Pick<GifPicture, 'at'>): number => {
  let number = 0;
  for (let bit = 0; bit < bits; bit += 1) {
    const colour = at(bit * barWidth + barWidth / 2, 10);
    assert.ok(colour === black || colour === white, colour);
    if (colour === black) number += 2 ** bit;
  }
  return number;
};

/** Needs the bar code above it. A box that moves right by 200 px a second, below the bars. */
export const box = `<style>@keyframes move{to{transform:translateX(2000px)}}</style>
  <div style="width:10px;height:10px;background:${green};animation:move 10s linear"></div>`;

export const boxLeft = ({ width }: DecodedGif, { at }: GifPicture, y: number): number => {
  for (let x = 0; x < width; x += 1) if (at(x, y) === green) return x;
  throw new Error('There is no box.');
};

/** Differences of neighbours. */
export const steps = (numbers: readonly number[]) =>
  numbers.slice(1).map((number, index) => number - (numbers[index] ?? 0));
