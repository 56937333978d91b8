export class LoginRefused extends Error {
  override name = 'LoginRefused';
}

/** The proxy reports that it does not reach the destination, or may not. */
export class ProxyConnectFailed extends Error {
  override name = 'ProxyConnectFailed';
}

/** The server speaks another protocol, or closes the connection before it has answered. */
export class NotThatProxy extends Error {
  override name = 'NotThatProxy';
}
