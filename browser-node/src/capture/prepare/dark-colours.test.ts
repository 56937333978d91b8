import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Colour, darkColours } from '../../in-page/dark/colours.js';

const { parse, format, lightness, contrast, surface, raised, text } = darkColours();

const levels = [0, 51, 102, 153, 204, 255];
const colours = levels.flatMap((red) =>
  levels.flatMap((green) => levels.map((blue): Colour => ({ rgb: [red, green, blue], alpha: 1 }))),
);

describe('the colours of dark mode', () => {
  it('make white the colour of the dark canvas, and keep dark surfaces', () => {
    assert.equal(format(surface(parse('rgb(255, 255, 255)'))), 'rgba(18, 18, 18, 1)');
    const dark = parse('rgb(27, 27, 40)');
    assert.equal(surface(dark), dark);
    const violet = parse('rgb(106, 30, 210)');
    assert.equal(surface(violet), violet);
  });

  it('keep the alpha of a surface', () => {
    assert.equal(surface(parse('rgba(255, 255, 255, 0.5)')).alpha, 0.5);
  });

  it('show a difference between white and a light grey', () => {
    const [white, grey] = ['rgb(255, 255, 255)', 'rgb(238, 238, 238)'].map((css) => lightness(surface(parse(css))));
    assert.ok((grey ?? 0) - (white ?? 0) > 0.02);
  });

  it('tell a surface from the dark one under it', () => {
    const [canvas, grey] = [parse('rgb(18, 18, 18)'), parse('rgb(60, 60, 60)')];
    assert.ok(lightness(raised(canvas, canvas)) - lightness(canvas) > 0.05);
    assert.equal(raised(grey, canvas), grey);
  });

  it('make no surface bright, and each text readable on each of them', () => {
    for (const below of colours.map(surface)) {
      assert.ok(lightness(below) <= 0.53, format(below));
      for (const colour of colours) {
        const found = text(colour, { backdrop: below, least: 4.5 });
        assert.ok(contrast(found, below) >= 4.5, `${format(colour)} on ${format(below)}: ${format(found)}`);
      }
    }
  });

  it('keep a text that is readable or transparent, and make a translucent one opaque only if it must be', () => {
    const canvas = parse('rgb(18, 18, 18)');
    const grey = parse('rgb(170, 170, 170)');
    assert.equal(text(grey, { backdrop: canvas, least: 4.5 }), grey);
    assert.equal(text(parse('rgba(0, 0, 0, 0.87)'), { backdrop: canvas, least: 4.5 }).alpha, 0.87);
    assert.equal(text(parse('rgba(0, 0, 0, 0.1)'), { backdrop: canvas, least: 4.5 }).alpha, 1);
    assert.equal(text(parse('rgba(0, 0, 0, 0)'), { backdrop: canvas, least: 4.5 }).alpha, 0);
  });

  it('darken a text on a light surface that stays', () => {
    const accent = parse('rgb(138, 180, 248)');
    const found = text(parse('rgb(255, 255, 255)'), { backdrop: accent, least: 3 });
    assert.ok(lightness(found) < 0.5 && contrast(found, accent) >= 4.5, format(found));
  });
});
