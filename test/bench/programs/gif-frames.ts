/**
 * Frames of three pages for the GIF encoders, 1440×900, made by steps instead of time. Takes the browser's binary. For a
 * line `<page> <step>` it prints the PNG in base64.
 */
import { createInterface } from 'node:readline';
import { type CDPSession, chromium } from 'playwright-core';

const sentence = 'The quick brown fox jumps over the lazy dog, and nobody has ever found out why.';

const cards = Array.from(
  { length: 9 },
  (_, index) => `<div class="card"><b>Card ${index}</b><p>${sentence}</p><i></i><div class="spin"></div></div>`,
).join('');

const pages: Readonly<Record<string, string>> = {
  ui: `<style>
    body { margin: 0; font: 15px/1.5 sans-serif; background: #f4f6fa }
    main { display: grid; grid-template-columns: repeat(3, 1fr); gap: 20px; padding: 24px }
    .card { background: #fff; border-radius: 10px; box-shadow: 0 2px 12px #0002; padding: 16px }
    i { display: block; height: 10px; border-radius: 5px; background: linear-gradient(90deg, #12b886, #40c057) }
    .spin { width: 40px; height: 40px; border-radius: 50%; border: 5px solid #dee2e6; border-top-color: #4c6ef5 }
    aside { position: fixed; top: 0; right: 0; width: 360px; height: 100%; background: #fff; box-shadow: -6px 0 30px #0004 }
    </style><main>${cards}</main><aside>${sentence.repeat(12)}</aside><script>
    const all = (name) => [...document.querySelectorAll(name)];
    step = (at) => {
      for (const each of all('.spin')) each.style.transform = 'rotate(' + at * 18 + 'deg)';
      all('i').forEach((each, index) => { each.style.width = (20 + index * 6 + at) % 100 + '%'; });
      all('aside')[0].style.transform = 'translateX(' + Math.max(0, 380 - at * 30) + 'px)';
    };</script>`,
  text: `<style>body { margin: 0 auto; width: 760px; font: 18px/1.6 serif; color: #222 }</style>${Array.from(
    { length: 60 },
    (_, index) => `<h2>Chapter ${index}</h2><p>${sentence.repeat(5 + (index % 4))}</p>`,
  ).join('')}<script>step = (at) => scrollTo(0, at * 40);</script>`,
  canvas: `<style>body { margin: 0 }</style><canvas width="1440" height="900"></canvas><script>
    const context = document.querySelector('canvas').getContext('2d');
    step = (at) => {
      const sky = context.createLinearGradient(0, 0, 1440, 900);
      sky.addColorStop(0, 'hsl(' + (220 + at) + ' 60% 18%)');
      sky.addColorStop(1, 'hsl(' + (280 + at * 2) + ' 60% 35%)');
      context.fillStyle = sky;
      context.fillRect(0, 0, 1440, 900);
      for (let index = 0; index < 150; index += 1) {
        context.fillStyle = 'hsl(' + index * 47 + ' 90% 65% / .7)';
        context.beginPath();
        context.arc((index * 97 + at * (index % 9)) % 1440, (index * 61 + at * (index % 7)) % 900, 4 + index % 26, 0, 7);
        context.fill();
      }
    };</script>`,
};

const [executablePath = ''] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath, chromiumSandbox: true });
const opened = new Map<string, CDPSession>();

const open = async (name: string): Promise<CDPSession> => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.setContent(`<!doctype html>${pages[name]}`);
  const session = await page.context().newCDPSession(page);
  opened.set(name, session);
  return session;
};

process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  const [name = '', step = ''] = line.split(' ');
  const session = opened.get(name) ?? (await open(name));
  await session.send('Runtime.evaluate', { expression: `step(${Number(step)})` });
  // Recordings take their frames so.
  const { data } = await session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
  process.stdout.write(`${data}\n`);
}
await browser.close();
