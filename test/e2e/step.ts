export const step = async <T>(what: string, run: () => T | Promise<T>): Promise<T> => {
  const begin = performance.now();
  const seconds = () => `${((performance.now() - begin) / 1000).toFixed(1).padStart(7)} s`;
  try {
    const result = await run();
    console.log(`${seconds()}  ${what}`);
    return result;
  } catch (error) {
    console.log(`${seconds()}  ${what}: FAILED`);
    throw error;
  }
};
