/** NATS's own, when the URL names none. */
const natsPort = 4222;

export interface OwnPortsOptions {
  ownPorts: readonly number[];
  privatePort: number;
  natsUrl: URL;
}

/** The ports of ours that this process knows: they stay shut although the operator opens their address. */
export const knownPorts = ({ ownPorts, privatePort, natsUrl }: OwnPortsOptions): number[] => [
  ...ownPorts,
  privatePort,
  Number(natsUrl.port) || natsPort,
];
