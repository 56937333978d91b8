/** The proxy refuses the user name or password, or wants another kind of login. */
export class LoginRefused extends Error {
  override name = 'LoginRefused';
}

/** The proxy reports that it cannot or may not connect to the destination. */
export class ProxyConnectFailed extends Error {
  override name = 'ProxyConnectFailed';
}

/** The server speaks another protocol, or closes the connection before it has answered. */
export class WrongProxyProtocol extends Error {
  override name = 'WrongProxyProtocol';
}
