import { html } from '../pages/pages.js';

/** Red. Its form greets the name, and turns the page green. */
export const form = html(
  `<form onsubmit="event.preventDefault(); document.body.style.background = 'rgb(0, 160, 0)'; done.textContent = 'Hello ' + shortened(who.value)">
    <input id="who" aria-label="Name"><button>Go</button></form><output id="done"></output><script>shortened = (text) => (text.length < 99 ? text : [...text].length + text.slice(-2))</script><a href="/other" target="_blank">other</a>`,
  `<style>body { margin: 0; background: rgb(200, 0, 0) } #who, button, a { position: absolute; left: 40px; font: 30px sans-serif }
    #who { top: 40px; width: 400px } button { top: 140px } a { top: 240px } output { position: absolute; top: 340px }</style>`,
);

/** Names what fingers cause; its title is how far it is scrolled. */
export const touched = html(
  `<a href="#tapped" style="position: absolute; left: 40px; top: 20px; font: 60px sans-serif">Tap</a><p id="log" style="padding: 200px 0 3000px"></p><script>
    for (const type of ['touchstart', 'touchend', 'click']) addEventListener(type, () => { log.textContent += type + ' ' });
    addEventListener('scroll', () => { document.title = Math.round(scrollY) });</script>`,
  '<meta name="viewport" content="width=device-width">',
);

/** Blue. */
export const other = html('', '<style>body { background: rgb(0, 0, 200) }</style>');
