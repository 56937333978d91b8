/**
 * A queue that runs each callback in its own task: its promises settle before the next callback. A handler
 * registered after one message then receives the next, although both arrived together.
 */
export const createTaskQueue = (): ((callback: () => void) => void) => {
  const waiting: (() => void)[] = [];
  const next = () => {
    const callback = waiting.shift();
    if (waiting.length > 0) setImmediate(next);
    callback?.();
  };
  return (callback) => {
    waiting.push(callback);
    if (waiting.length === 1) setImmediate(next);
  };
};
