interface Family {
  /** HELP and TYPE, of whoever said them first. */
  comments: Map<string, string>;
  samples: string[];
}

const readInto = (families: Map<string, Family>, text: string) => {
  let family: Family | undefined;
  for (const line of text.split('\n')) {
    const [, kind, name] = /^# (HELP|TYPE) (\S+)/.exec(line) ?? [];
    if (kind && name) {
      family = families.get(name) ?? { comments: new Map(), samples: [] };
      families.set(name, family);
      if (!family.comments.has(kind)) family.comments.set(kind, line);
    } else if (line && !line.startsWith('#')) {
      family?.samples.push(line);
    }
  }
};

/**
 * One Prometheus text of several. A family that more than one program has stands once, with the samples of all: the
 * format allows each HELP and TYPE once, and wants a family's samples together. Samples differ by their program label.
 */
export const mergeMetrics = (texts: readonly string[]): string => {
  const families = new Map<string, Family>();
  for (const text of texts) readInto(families, text);
  const lines = [...families.values()].flatMap(({ comments, samples }) => [...comments.values(), ...samples]);
  return `${lines.join('\n')}\n`;
};
