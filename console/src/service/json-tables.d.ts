/** The tables of contracts/vectors, which `make generate` writes (contracts/vectors/README.md). */

declare module '@tintype/contracts/vectors/options.json' {
  const options: readonly import('./tables.js').OptionEntry[];
  // biome-ignore lint/style/noDefaultExport: a module of JSON has no other
  export default options;
}

declare module '@tintype/contracts/vectors/actions.json' {
  const actions: readonly import('./tables.js').ActionEntry[];
  // biome-ignore lint/style/noDefaultExport: a module of JSON has no other
  export default actions;
}
