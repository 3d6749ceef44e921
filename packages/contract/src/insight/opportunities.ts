import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { civilDate, mac, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { OPPORTUNITY_KINDS, opportunity, opportunityState } from './opportunity-kinds.ts';

const kind = described('Kind of saving.', z.enum(OPPORTUNITY_KINDS, 'Tipo de oportunidade inválido.'));

export const listOpportunities = defineCall({
  name: 'listOpportunities',
  method: 'GET',
  effect: 'reads',
  path: '/opportunities',
  access: 'session',
  permission: 'see-bills',
  summary:
    'What could be saved at the establishments whose bills the caller sees, the most first. Looks at as many as it can in a second or two; while `looked.done` is below `looked.of`, ask again.',
  success: 200,
  answer: z.object({
    ok,
    opportunities: described('The most first.', z.array(opportunity)),
    perYear: described(
      'R$ a year of those that are open or accepted, without bills that came out too high, old prices, and what cannot be known.',
      z.number(),
    ),
    looked: described(
      'How many establishments were looked at.',
      z.object({
        done: described('Looked at so far.', z.int()),
        of: described('In all.', z.int()),
      }),
    ),
  }),
});
export type Opportunities = z.output<typeof listOpportunities.answer>;

export const decideOpportunity = defineCall({
  name: 'decideOpportunity',
  method: 'POST',
  effect: 'changes',
  path: '/establishment/:id/opportunity',
  access: 'session',
  permission: 'decide-opportunities',
  summary:
    'Says for everybody who sees the establishment what is made of an opportunity. To dismiss it takes a reason, and done is done on a day, today where none is given. 409 where it is not found any more.',
  params: z.object({ id: z.string() }),
  body: z.strictObject({
    kind,
    mac: z.optional(described('Of the meter of a leak.', mac)),
    state: opportunityState,
    reason: z.optional(
      described(
        'Why it is dismissed.',
        z.string().check(z.trim(), z.maxLength(500, 'Escreva o motivo em até 500 caracteres.')),
      ),
    ),
    doneOn: z.optional(described('The civil day on which it was done.', civilDate)),
  }),
  fails: ['conflict'],
  success: 200,
  answer: z.object({ ok }),
});
