import type { Session } from '@tintype/contracts';
import type { Stack } from './stack.js';

export interface SessionAnswer {
  success: boolean;
  sessionId: string;
  session: Session;
  sessions: Session[];
  error: string;
  [other: string]: unknown;
}

export const sessionCalls = ({ url, account }: Stack) => {
  const bearer = Buffer.from(`${account.id}:${account.secret}`).toString('base64');
  return async (method: string, path: string, body?: object): Promise<{ status: number; body: SessionAnswer }> => {
    const response = await fetch(`${url}/v1/sessions${path}`, {
      method,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: (await response.json()) as SessionAnswer };
  };
};
