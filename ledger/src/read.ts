/** A message's JSON, or undefined when it is none. */
export const read = (message: { json: () => unknown }): unknown => {
  try {
    return message.json();
  } catch {
    return undefined;
  }
};
