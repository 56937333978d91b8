export type { BrowserPoolSpec } from './pool/browser-pool.js';
export { mutated } from './specimens/mutated.js';
export type { Parts, Specimen } from './specimens/specimen.js';
export { badSpecimens, goodSpecimens } from './specimens/specimens.js';
export { type SpecimenStore, storeSpecimen } from './specimens/store-specimen.js';
