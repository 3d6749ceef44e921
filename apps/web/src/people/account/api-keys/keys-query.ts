import { listApiKeys } from '@nascente/contract/connections/api-keys';
import { queryFor } from '../../../shared/api/api-client.ts';

export const keysQuery = queryFor(listApiKeys, {});
