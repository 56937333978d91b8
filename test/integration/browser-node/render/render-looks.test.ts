import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { SharedService } from '../../../kit/render/served-pages.js';
import { animatedCases } from './looks/animated.js';
import { darkCases } from './looks/dark.js';
import { hiddenCases } from './looks/hidden.js';

// A service and its browsers take 5 s of CPU to start: one renders all of these.
describe('looks of pages', { timeout: 900_000 }, () => {
  const lists = mkdtempSync(join(tmpdir(), 'tintype-lists-'));
  let service: SharedService;
  const serviceOf = () => service;
  before(async () => {
    writeFileSync(join(lists, 'list.txt'), '##.ad-banner');
    service = await SharedService.start({
      TINTYPE_FILTER_LISTS: lists,
      TINTYPE_FILTER_CACHE: join(lists, 'cache'),
    });
  });
  after(async () => {
    await service?.stop();
    rmSync(lists, { recursive: true });
  });

  describe('dark mode', () => darkCases(serviceOf));
  describe('a render that hides automation', () => hiddenCases(serviceOf));
  describe('animated', () => animatedCases(serviceOf));
});
