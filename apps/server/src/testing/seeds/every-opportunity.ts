import { listOpportunities, type Opportunities } from '@nascente/contract/insight/opportunities';
import type {
  Opportunity,
  OpportunityKind,
  OpportunityOf,
} from '@nascente/contract/insight/opportunity-kinds';
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

/** Whether an opportunity is of a kind, and of an establishment where one is named. */
export const isOfKind =
  <K extends OpportunityKind>(kind: K, establishment?: string) =>
  (one: Opportunity): one is OpportunityOf<K> =>
    one.kind === kind && (establishment === undefined || one.establishment._id === establishment);
