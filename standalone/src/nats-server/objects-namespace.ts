/** The one that objects in NATS are in. */
export const objectsNamespace = 'default';
