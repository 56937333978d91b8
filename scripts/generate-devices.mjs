// Writes contracts/src/devices.generated.ts from the device lists of Puppeteer and Playwright.
// Puppeteer's entries win if both have a name: existing clients know its sizes.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { devices as playwright } from 'playwright-core';
import { KnownDevices as puppeteer } from 'puppeteer-core';

const keyOf = (name) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');

const list = new Map();
const add = (name, userAgent, viewport) => {
  const key = keyOf(name);
  if (!list.has(key)) list.set(key, { key, name, userAgent, viewport });
};

for (const [name, { userAgent, viewport: v }] of Object.entries(puppeteer)) {
  add(name, userAgent, {
    width: v.width,
    height: v.height,
    deviceScaleFactor: v.deviceScaleFactor ?? 1,
    isMobile: v.isMobile ?? false,
    hasTouch: v.hasTouch ?? false,
    isLandscape: v.isLandscape ?? false,
  });
}
for (const [name, d] of Object.entries(playwright)) {
  add(name, d.userAgent, {
    ...d.viewport,
    deviceScaleFactor: d.deviceScaleFactor,
    isMobile: d.isMobile,
    hasTouch: d.hasTouch,
    isLandscape: d.isMobile && d.viewport.width > d.viewport.height,
  });
}

const source = `// Made by \`make generate\` (scripts/generate-devices.mjs); not to be edited.

export const deviceList = ${JSON.stringify([...list.values()], null, 2)};
`;
const target = new URL('../contracts/src/devices.generated.ts', import.meta.url);
// The compiler runs next. After a new time of this file, it would stamp all build infos, and no program would take its bundle.
if (!existsSync(target) || readFileSync(target, 'utf8') !== source) writeFileSync(target, source);
process.stdout.write(`${list.size} devices\n`);
