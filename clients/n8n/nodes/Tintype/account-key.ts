import { accountFor, type Caller, callService, jsonOf } from './service.js';

/** The API key, which paths of batches and signed URLs have. For a bearer token, the service answers it. */
export const accountKey = async (caller: Caller, itemIndex: number): Promise<string> => {
  const { apiKey } = await accountFor(caller, itemIndex);
  if (apiKey !== undefined) return apiKey;
  const answer = await callService(caller, { method: 'GET', path: '/v1/account' }, itemIndex);
  return jsonOf<{ account: { apiKey: string } }>(answer).account.apiKey;
};
