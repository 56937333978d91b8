import type { Hardware } from '../in-page/identity/hardware.js';

/** The graphics cards of ordinary devices, by user agent. Apple's phones report one name for all cards. */
const cards: readonly (readonly [RegExp, Pick<Hardware, 'vendor' | 'renderer'>])[] = [
  [/iPhone|iPad/, { vendor: 'Apple Inc.', renderer: 'Apple GPU' }],
  [/Android/, { vendor: 'Qualcomm', renderer: 'Adreno (TM) 740' }],
  [
    /Macintosh/,
    { vendor: 'Google Inc. (Apple)', renderer: 'ANGLE (Apple, ANGLE Metal Renderer: Apple M2, Unspecified Version)' },
  ],
  [
    /Windows/,
    {
      vendor: 'Google Inc. (Intel)',
      renderer: 'ANGLE (Intel, Intel(R) UHD Graphics 620 (0x00003EA0) Direct3D11 vs_5_0 ps_5_0, D3D11)',
    },
  ],
];

const linuxCard: Pick<Hardware, 'vendor' | 'renderer'> = {
  vendor: 'Google Inc. (Intel)',
  renderer: 'ANGLE (Intel, Mesa Intel(R) UHD Graphics 620 (KBL GT2), OpenGL 4.6)',
};

/** The names that WebGL reports on a device with this user agent, in place of the software that draws here. */
export const graphicsOf = (userAgent: string): Pick<Hardware, 'vendor' | 'renderer'> =>
  cards.find(([pattern]) => pattern.test(userAgent))?.[1] ?? linuxCard;
