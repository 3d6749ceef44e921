import { OPPORTUNITY_KINDS, SURENESS } from '@nascente/domain/opportunities/yearly-saving';
import { MODALITIES } from '@nascente/domain/tariff/terms/tariff-rules';
import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { answeredInstant, civilDate, mac, ok } from './conventions.ts';
import { described } from './described.ts';

/** What is made of an opportunity: nothing yet, somebody means to do it, nobody will, or it was done. */
export const OPPORTUNITY_STATES = ['open', 'accepted', 'dismissed', 'done'] as const;
export type OpportunityState = (typeof OPPORTUNITY_STATES)[number];

const modality = z.enum(MODALITIES);
const kind = described(
  'What is found to be saved.',
  z.enum(OPPORTUNITY_KINDS, 'Tipo de oportunidade inválido.'),
);
const state = described(
  'What is made of it: nothing yet, somebody means to do it, nobody will, or it was done.',
  z.enum(OPPORTUNITY_STATES, 'Situação inválida: use open, accepted, dismissed ou done.'),
);

export const opportunity = z.object({
  kind,
  establishment: described('Where.', z.object({ _id: z.string(), name: z.string() })),
  meter: described(
    'Of a leak; null of a whole establishment.',
    z.nullable(z.object({ mac: z.string(), name: z.string() })),
  ),
  perYear: described('R$ a year.', z.number()),
  low: described('R$ a year: between `low` and `high` in four cases of five.', z.number()),
  high: described('R$ a year.', z.number()),
  sureness: described(
    'How sure it is: much was measured and says the same, some, or little.',
    z.enum(SURENESS),
  ),
  modality: described(
    'The one of the contract, and the one that is advised: the same where only the demand is. Null of a leak.',
    z.nullable(
      z.object({
        from: described('Of the contract.', modality),
        to: described('Advised.', modality),
      }),
    ),
  ),
  demands: described(
    'Demand to be contracted, kW.',
    z.array(
      z.object({
        post: described('Null where one holds for all.', z.nullable(z.enum(['inPoint', 'outPoint']))),
        contracted: described('kW.', z.number()),
      }),
    ),
  ),
  leak: described(
    'Null of anything else.',
    z.nullable(
      z.object({
        since: described('First day of it.', z.string()),
        flow: described('L/h beyond the usual.', z.number()),
        perDay: described('m³ a day.', z.number()),
        isContinuous: described('Water stops in no hour, and may be meant to flow.', z.boolean()),
      }),
    ),
  ),
  evidence: described(
    'What was measured: of a tariff each cycle, of a leak each night.',
    z.array(
      z.object({
        date: described('The night, or the first day of the cycle.', z.string()),
        now: described('R$ as contracted; of a night L/h in its quietest hour.', z.number()),
        instead: described('R$ as advised; of a night the usual L/h.', z.number()),
      }),
    ),
  ),
  state,
  reason: described('Why it was dismissed.', z.nullable(z.string())),
  doneOn: described('The civil day on which it was done.', z.nullable(z.string())),
  decided: described(
    'Who said so last. Null while it is open.',
    z.nullable(
      z.object({
        at: answeredInstant,
        by: described('Null once that account was removed.', z.nullable(z.string())),
      }),
    ),
  ),
});
export type Opportunity = z.output<typeof opportunity>;

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
    perYear: described('R$ a year of those that are open or accepted.', z.number()),
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
    state,
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
