import type { AnswerOf } from '@nascente/contract/base/call';
import { listMeters } from '@nascente/contract/sites/meters';
import { queryOptions } from '@tanstack/react-query';
import { queryFor, request } from '../api/api-client.ts';
import { ApiFailure } from '../api/api-failure.ts';

const NO_METERS: AnswerOf<typeof listMeters> = { ok: true, installationsMeter: [] };

/** The account's meters; empty without permission (specification, section 8). */
export const metersQuery = queryOptions({
  ...queryFor(listMeters, {}),
  queryFn: async ({ signal }) => {
    try {
      return await request(listMeters, {}, signal);
    } catch (failure) {
      if (failure instanceof ApiFailure && failure.type === 'forbidden') return NO_METERS;
      throw failure;
    }
  },
});
