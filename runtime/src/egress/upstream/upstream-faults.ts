export class LoginRefused extends Error {
  override name = 'LoginRefused';
}

export class ProxyConnectFailed extends Error {
  override name = 'ProxyConnectFailed';
}
