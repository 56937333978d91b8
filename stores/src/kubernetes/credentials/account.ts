/** A certificate, key or token: a file, which may be replaced at any time, or the text itself. */
export type Material = { file: string } | { text: string };

/** What a plugin that is asked for credentials answers. */
export interface ProvidedCredentials {
  headers: Record<string, string>;
  /** PEM. */
  cert?: string;
  key?: string;
}

/** Who the program is to which API server, before any certificate, key or token is read. */
export interface Account {
  /** Whose credentials these are and where they lie, as in `user "me" in /home/me/.kube/config`. */
  holder: string;
  server: string;
  /** Other than the name in `server`, in the server's certificate. */
  serverName?: string | undefined;
  skipVerification: boolean;
  proxyUrl?: string | undefined;
  /** Absent: the certificate authorities of the system. */
  ca?: Material | undefined;
  cert?: Material | undefined;
  key?: Material | undefined;
  token?: Material | undefined;
  headers: Record<string, string>;
  /** Absent: nobody has to be asked. Keeps what it was told until that expires. */
  provide?: (() => Promise<ProvidedCredentials>) | undefined;
  /** The namespace that the program is in. */
  namespace: string;
}

/** The files that the account's materials lie in. */
export const filesOf = ({ ca, cert, key, token }: Account): string[] =>
  [ca, cert, key, token].flatMap((material) => (material && 'file' in material ? material.file : []));
