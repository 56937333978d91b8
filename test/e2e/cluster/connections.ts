import { run } from '../machine/run.js';

export interface Watch {
  /** Connections since the last call: `10.0.0.7:80` for TCP, `udp 10.0.0.1:53` for UDP; unique and sorted. */
  take: () => Promise<string[]>;
  end: () => Promise<void>;
}

const table = 'tintype_watch';

/** Matches the first packet of a connection before the rules of services change its address, and every UDP packet. */
const rules = (address: string) => `
table ip ${table} {
  set over_tcp { type ipv4_addr . inet_service; flags dynamic; size 65535; }
  set over_udp { type ipv4_addr . inet_service; flags dynamic; size 65535; }
  chain passing {
    type filter hook prerouting priority raw;
    ip saddr ${address} tcp flags & (syn | ack) == syn update @over_tcp { ip daddr . tcp dport }
    ip saddr ${address} meta l4proto udp update @over_udp { ip daddr . udp dport }
  }
}
`;

interface Listed {
  nftables: { set?: { elem?: { concat: [string, number] }[] } }[];
}

const takeSet = async (name: string): Promise<string[]> => {
  const { nftables }: Listed = JSON.parse(await run('nft', ['-j', 'list', 'set', 'ip', table, name]));
  await run('nft', ['flush', 'set', 'ip', table, name]);
  return nftables.flatMap(({ set }) => set?.elem ?? []).map(({ concat }) => concat.join(':'));
};

/** The node's packet filter sees every packet of its pods. One pod at a time. */
export const watchConnections = async (address: string): Promise<Watch> => {
  await run('nft', ['-f', '-'], { input: rules(address) });
  return {
    take: async () => [
      ...(await takeSet('over_tcp')).sort(),
      ...(await takeSet('over_udp')).map((target) => `udp ${target}`).sort(),
    ],
    end: async () => {
      await run('nft', ['delete', 'table', 'ip', table]);
    },
  };
};
