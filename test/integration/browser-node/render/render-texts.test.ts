import { after, before, describe } from 'node:test';
import { SharedService } from '../../../kit/render/served-pages.js';
import { contentCases } from './texts/content.js';
import { metadataCases } from './texts/metadata.js';
import { pdfCases } from './texts/pdf.js';
import { pdfOptionCases } from './texts/pdf-options.js';

// A service and its browsers take 5 s of CPU to start: one renders all of these.
describe('texts and PDFs of pages', { timeout: 900_000 }, () => {
  let service: SharedService;
  const serviceOf = () => service;
  before(async () => {
    service = await SharedService.start();
  });
  after(() => service?.stop());

  describe('content', () => contentCases(serviceOf));
  describe('metadata', () => metadataCases(serviceOf));
  describe('pdf', () => pdfCases(serviceOf));
  describe('options of a pdf', () => pdfOptionCases(serviceOf));
});
