import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { isJsonObject } from '@tintype/contracts';

/** The code of the protocol's `HeaderMismatchError`, which the library does not export. */
const headerMismatch = -32_020;

const reasons: Readonly<Record<number, string>> = {
  [ProtocolErrorCode.ParseError]: 'not_json',
  [ProtocolErrorCode.InvalidRequest]: 'invalid_request',
  [ProtocolErrorCode.MethodNotFound]: 'unknown_method',
  [ProtocolErrorCode.InvalidParams]: 'invalid_params',
  [ProtocolErrorCode.InternalError]: 'internal',
  [ProtocolErrorCode.UnsupportedProtocolVersion]: 'unknown_version',
  [headerMismatch]: 'header_mismatch',
};

/** The library answers both statuses with -32000: older revisions have no code for them. */
const reasonsByStatus: Readonly<Record<number, string>> = { 400: 'unknown_version', 415: 'unknown_content_type' };

/** A longer body with a status below 400 is a result, and needs no parsing. */
const maxErrorBytes = 4096;

/** Why the protocol refuses a message, for metrics and logs. Undefined for a result. */
export const refusalOf = (status: number, body: Buffer): string | undefined => {
  if (body.length === 0 || (body.length > maxErrorBytes && status < 400)) return undefined;
  const { error } = JSON.parse(body.toString());
  if (!isJsonObject(error)) return undefined;
  return reasons[Number(error.code)] ?? reasonsByStatus[status] ?? 'other';
};
