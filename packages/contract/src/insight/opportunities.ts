import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { civilDate, mac } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { OPPORTUNITY_KINDS, opportunity, opportunityState } from './opportunity-kinds.ts';

const kind = described('Kind of saving.', z.enum(OPPORTUNITY_KINDS, 'Tipo de oportunidade inválido.'));

export const listOpportunities = defineCall({
  name: 'listOpportunities',
  route: 'GET /opportunities',
  permission: 'see-bills',
  summary:
    'Possible savings at the establishments with bills that the caller may see, the largest first. Each call checks as many as fit in one or two seconds; repeat it while `looked.done` is below `looked.of`.',
  answer: {
    opportunities: described('Largest first.', z.array(opportunity)),
    perYear: described(
      'R$ a year of open and accepted savings, without overcharged bills, outdated prices and unknown amounts.',
      z.number(),
    ),
    looked: described(
      'Number of checked establishments.',
      z.object({
        done: described('Checked so far.', z.int()),
        of: described('In total.', z.int()),
      }),
    ),
  },
});
export type Opportunities = z.output<typeof listOpportunities.answer>;

export const decideOpportunity = defineCall({
  name: 'decideOpportunity',
  route: 'POST /establishment/:id/opportunity',
  permission: 'decide-opportunities',
  summary:
    'Stores a decision about an opportunity for all users of the establishment. A dismissal needs a reason; done has a day, by default today. 409 if the opportunity no longer exists.',
  body: z.strictObject({
    kind,
    mac: z.optional(described('Meter of a leak.', mac)),
    state: opportunityState,
    reason: z.optional(
      described(
        'Reason of the dismissal.',
        z.string().check(z.trim(), z.maxLength(500, 'Escreva o motivo em até 500 caracteres.')),
      ),
    ),
    doneOn: z.optional(described('Civil day on which it was done.', civilDate)),
  }),
  fails: ['conflict'],
});
