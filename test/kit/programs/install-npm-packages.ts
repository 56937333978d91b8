import { installNpmPackage } from './npm-packages.js';

/** What tests need; benches install their own. */
await installNpmPackage('inspector');
await installNpmPackage('zapier');
await installNpmPackage('n8nScanner');
