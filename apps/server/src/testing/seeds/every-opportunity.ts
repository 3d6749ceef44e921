import { listOpportunities, type Opportunities } from '@nascente/contract/insight/opportunities';
import type { TestApi } from '../test-api.ts';
import type { SeededPerson } from './seed.ts';

/** All that a person could save: asked until the server has looked at every establishment. */
export const everyOpportunity = async (
  api: Pick<TestApi, 'succeed'>,
  { token }: Pick<SeededPerson, 'token'>,
): Promise<Opportunities> => {
  for (;;) {
    const answer = await api.succeed(listOpportunities, '/opportunities', { token });
    if (answer.looked.done === answer.looked.of) return answer;
  }
};
