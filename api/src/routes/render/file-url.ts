import type { Context } from 'koa';
import type { Account } from '../../accounts/account.js';
import type { FileLinks, LinkedResult } from '../../file-links/file-links.js';
import { baseOf, requestAddress } from '../../public-base.js';

export interface FileUrlOptions {
  links: Pick<FileLinks, 'pathOf'>;
  /** The base of links; undefined: the host that the client requests. */
  baseUrl: URL | undefined;
}

/** The link to a result, for anybody who has it. */
export const fileUrlOf = (
  context: Context,
  { links, baseUrl }: FileUrlOptions,
  { id }: Account,
  result: LinkedResult,
): string => `${baseOf(requestAddress(context), baseUrl)}${links.pathOf(id, result).slice(1)}`;
