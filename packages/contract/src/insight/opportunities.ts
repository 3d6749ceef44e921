import { OPPORTUNITY_KINDS, SURENESS } from '@nascente/domain/insight/opportunities/yearly-saving';
import { MODALITIES } from '@nascente/domain/sites/tariffs/tariff-rules';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, civilDate, mac, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';

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

const hourly = z.array(z.number());
const named = z.object({ mac: z.string(), name: z.string() });
const demands = z.array(
  z.object({
    post: described('Null where one holds for all.', z.nullable(z.enum(['inPoint', 'outPoint']))),
    contracted: described('kW.', z.number()),
  }),
);

export const opportunity = z.object({
  kind,
  establishment: described(
    'Where, and the IANA zone in which its days are cut.',
    z.object({ _id: z.string(), name: z.string(), zone: z.string() }),
  ),
  meter: described('Of a leak; null of a whole establishment.', z.nullable(named)),
  perYear: described(
    'R$ a year; of old prices by how much bills come out otherwise. Null where it cannot be known.',
    z.nullable(z.number()),
  ),
  low: described(
    'R$ a year: between `low` and `high` in four cases of five. Null as `perYear` is.',
    z.nullable(z.number()),
  ),
  high: described('R$ a year. Null as `perYear` is.', z.nullable(z.number())),
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
    'Demand to be contracted, kW; in the rest of the year where there are seasons.',
    demands,
  ),
  seasons: described(
    'Where two demands a year cost less than one: the season of the higher one. None otherwise.',
    z.array(
      z.object({
        from: described('First month of it, 1 to 12.', z.int()),
        to: described('Last month of it, which may be of the next year.', z.int()),
        demands: described('To be contracted in it.', demands),
      }),
    ),
  ),
  demanded: described(
    'What a demand that is to be put right was measured as, beside what is contracted today: one for Verde, one a post for Azul; none of anything else.',
    z.array(
      z.object({
        post: described('Null where one holds for all.', z.nullable(z.enum(['inPoint', 'outPoint']))),
        contracted: described('kW of today.', z.number()),
        cycles: described(
          'The highest demand of each cycle.',
          z.array(
            z.object({
              date: described('The first day of it.', z.string()),
              highest: described('kW.', z.number()),
            }),
          ),
        ),
      }),
    ),
  ),
  lowering: described(
    'By when a demand that is to be lowered can be lower (REN ANEEL 1.000/2021, art. 155); null where none is lowered.',
    z.nullable(
      z.object({
        noticeDays: described('Days between the letter and the lower demand.', z.int()),
        earliest: described('The day from which on it can hold, if it is asked for today.', z.string()),
        lastLowered: described('When it was lowered last, as far as is known.', z.nullable(z.string())),
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
  reactive: described(
    'A bank of capacitors; null of anything else.',
    z.nullable(
      z.object({
        kvar: described('The smallest size of trade that saves nearly all of it.', z.number()),
        hours: described('kvar that each hour of the day needs, on 95 of 100 days: 24 of them.', hourly),
      }),
    ),
  ),
  closed: described(
    'Consumption in closed hours; null of anything else.',
    z.nullable(
      z.object({
        energy: described('kWh a year beyond what closed hours of quiet days need.', z.number()),
        share: described('Of all consumption, that of closed hours: 0..1.', z.number()),
        meter: described(
          'The general one, or the only one; null where none measures all.',
          z.nullable(named),
        ),
        hours: described(
          'Mean kW of each hour of the day while it is closed: 24 of them.',
          z.array(
            z.object({
              now: described('kW.', z.number()),
              quiet: described('kW on the quietest day of five.', z.number()),
            }),
          ),
        ),
      }),
    ),
  ),
  peak: described(
    'Consumption that could leave the peak; null of anything else.',
    z.nullable(
      z.object({
        energy: described('kWh a year that could move.', z.number()),
        share: described('Of what the peak consumes, 0..1.', z.number()),
        from: described('When the peak begins, in hours of the clock: 17.5 is half past five.', z.number()),
        to: described('When it ends, in hours of the clock.', z.number()),
        hours: described(
          'Mean kW of each hour of the day on days that have a peak: 24 of them; none of what was kept before they were told.',
          z.array(
            z.object({
              now: described('kW.', z.number()),
              movable: described('kW of it that quiet days do without.', z.number()),
            }),
          ),
        ),
        meter: described(
          'The one behind most of it; null where no other meter than the general one is there.',
          z.nullable(named),
        ),
      }),
    ),
  ),
  bills: described(
    'Bills that came out too high; null of anything else.',
    z.nullable(z.object({ count: described('How many of the last year.', z.int()) })),
  ),
  credits: described(
    'Credits of generation that expire unused, if years go on as the last one did; null of anything else.',
    z.nullable(
      z.object({
        energy: described('kWh lost in the twelve months that begin with `first`.', z.number()),
        first: described('The first month in which some expire, YYYY-MM.', z.string()),
        left: described('kWh that are left now.', z.number()),
        cycles: described(
          'What each cycle of the last year took from the grid and gave to it.',
          z.array(
            z.object({
              date: described('The first day of it.', z.string()),
              consumed: described('kWh.', z.number()),
              injected: described('kWh.', z.number()),
            }),
          ),
        ),
      }),
    ),
  ),
  generation: described(
    'A generation that is too small for what is used; an indication by the yield that was measured. Null of anything else.',
    z.nullable(
      z.object({
        factor: described('So many times as large as it is: 2 is twice as large.', z.number()),
        generated: described('kWh a year, as measured.', z.number()),
        used: described('kWh a year, from the grid and from the panels.', z.number()),
        power: described('Most kW that it has given over a quarter-hour.', z.number()),
        hours: described(
          'Mean kW of each hour of the day: 24 of them.',
          z.array(z.object({ used: z.number(), generated: described('By the panels.', z.number()) })),
        ),
      }),
    ),
  ),
  prices: described(
    'Prices that are out of date; null of anything else.',
    z.nullable(
      z.object({
        tariff: described('The one of the contract.', z.object({ _id: z.string(), name: z.string() })),
        validFrom: described('Since when its prices hold.', z.string()),
        validUntil: described('The last day for which they were approved.', z.nullable(z.string())),
        newer: described(
          'The tariff of the same distributor with newer prices; null where none is stored.',
          z.nullable(z.object({ _id: z.string(), name: z.string(), validFrom: z.string() })),
        ),
        change: described(
          'R$ a year by which bills come out higher under it, below 0 lower; null where none is stored.',
          z.nullable(z.number()),
        ),
      }),
    ),
  ),
  parts: described(
    'Meters of an establishment that has no general one, the largest first; null of anything else.',
    z.nullable(
      z.array(z.object({ ...named.shape, energy: described('kWh of the last five weeks.', z.number()) })),
    ),
  ),
  market: described(
    'The free market, in which a customer of Group A may buy its energy; nothing is saved for sure before a supplier names its price, so `perYear` is null. Null of anything else.',
    z.nullable(
      z.object({
        breakEven: described(
          'R$/kWh, taxes within, at which all cycles together cost the same in both markets, without a discount on the TUSD.',
          z.number(),
        ),
        isRetail: described(
          'Whether it must buy by a retail trader: who has less than 500 kW (Portaria MME 50/2022).',
          z.boolean(),
        ),
        cycles: described(
          'In the free market a cycle costs `base` + `energy` × the price of the supplier.',
          z.array(
            z.object({
              date: described('The first day of it.', z.string()),
              days: described('How many it has.', z.int()),
              completeness: described('Share of it that was measured, 0..1.', z.number()),
              now: described('R$ of its bill as a captive customer.', z.number()),
              base: described('R$ that the distributor would still bill.', z.number()),
              energy: described('kWh that the supplier would invoice.', z.number()),
            }),
          ),
        ),
      }),
    ),
  ),
  measured: described(
    'Where what is saved once it is done can be measured in kWh or m³: see `readSaving`. Null where only bills tell it.',
    z.nullable(
      z.object({
        ...named.shape,
        hours: described('Of what is consumed there: all, or that of the peak.', z.enum(['all', 'peak'])),
      }),
    ),
  ),
  evidence: described(
    'What was measured: of money each cycle, of a leak each night. None where the meters are told one by one.',
    z.array(
      z.object({
        date: described('The night, or the first day of the cycle.', z.string()),
        now: described('R$ as it is, or as billed; of a night L/h in its quietest hour.', z.number()),
        instead: described('R$ as advised, or as expected; of a night the usual L/h.', z.number()),
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
