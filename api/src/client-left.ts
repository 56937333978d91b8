/** The client has gone away: nobody is there to be answered. */
export class ClientLeft extends Error {
  override name = 'ClientLeft';
}

/** Made once: every request ends with it, and a trace of each would take as long as a cached answer's headers. */
export const clientLeft = new ClientLeft('The client has left.');
