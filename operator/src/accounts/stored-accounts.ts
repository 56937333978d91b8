import { limitsOf, readAccountRecord, tokenPattern, UnreadableAccount } from '@tintype/contracts';
import type { KV } from '@tintype/runtime';

