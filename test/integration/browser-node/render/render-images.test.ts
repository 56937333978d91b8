import { after, before, describe } from 'node:test';
import { SharedService } from '../../../kit/render/served-pages.js';
import { fullPageCases } from './images/full-page.js';
import { imageCases } from './images/image.js';
import { imageWindowCases } from './images/image-window.js';

// A service and its browsers take 5 s of CPU to start: one renders all of these.
describe('pictures of pages', { timeout: 900_000 }, () => {
  let service: SharedService;
  const serviceOf = () => service;
  before(async () => {
    service = await SharedService.start();
  });
  after(() => service?.stop());

  describe('image', () => imageCases(serviceOf));
  describe('an image of a page that is scrolled or right-to-left', () => imageWindowCases(serviceOf));
  describe('full page', () => fullPageCases(serviceOf));
});
