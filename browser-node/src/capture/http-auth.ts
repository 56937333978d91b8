import type { CdpSession } from '../browser/cdp.js';

/**
 * Answers the password question of the page's own origin, and of no other: a header on every request would hand the
 * password to everybody whose pictures the page shows.
 */
export const answerHttpAuth = async (session: CdpSession, url: string, userAndPassword: string): Promise<void> => {
  const separator = userAndPassword.indexOf(':');
  const username = userAndPassword.slice(0, separator);
  const password = userAndPassword.slice(separator + 1);
  const { origin } = new URL(url);
  const asked = new Set<string>();

  session.on('Fetch.requestPaused', ({ requestId }) => {
    session.send('Fetch.continueRequest', { requestId }).catch(() => undefined);
  });
  session.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    // Asked again means that it was wrong: show what the server answers then.
    const answer = authChallenge.source === 'Server' && authChallenge.origin === origin && !asked.has(requestId);
    asked.add(requestId);
    const authChallengeResponse = answer
      ? ({ response: 'ProvideCredentials', username, password } as const)
      : ({ response: 'CancelAuth' } as const);
    session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => undefined);
  });
  await session.send('Fetch.enable', { handleAuthRequests: true });
};
