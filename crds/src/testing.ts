export type { BrowserPoolSpec } from './pool/browser-pool.js';
export { mutated } from './specimens/mutated.js';
export type { Parts, Specimen } from './specimens/specimen.js';
export { badSpecimens, goodSpecimens, type SpecimenStore, storeSpecimen } from './specimens/specimens.js';
