import { SURENESS } from '@nascente/domain/insight/opportunities/yearly-saving';
import { MODALITIES } from '@nascente/domain/sites/tariffs/tariff-rules';
import { z } from 'zod/mini';
import { answeredInstant } from '../base/conventions.ts';
import { described } from '../base/described.ts';

const named = z.object({ mac: z.string(), name: z.string() });

/** The meter that proves the saving after it was implemented (`readSaving`). */
const measured = z.object({
  ...named.shape,
  hours: described('Hours in which it is measured.', z.enum(['all', 'peak'])),
});

const amount = described('R$ a year; `null` if unknown.', z.nullable(z.number()));

/** Decision on an opportunity. */
const OPPORTUNITY_STATES = ['open', 'accepted', 'dismissed', 'done'] as const;
export type OpportunityState = (typeof OPPORTUNITY_STATES)[number];

export const opportunityState = z.enum(
  OPPORTUNITY_STATES,
  'Situação inválida: use open, accepted, dismissed ou done.',
);

/** Fields of every kind. */
const common = {
  establishment: described(
    'Establishment, with its IANA time zone.',
    z.object({ _id: z.string(), name: z.string(), zone: z.string() }),
  ),
  state: opportunityState,
  reason: described('Reason of a dismissal.', z.nullable(z.string())),
  doneOn: described('Civil day on which it was done.', z.nullable(z.string())),
  decided: described(
    'Last decision; `null` while open.',
    z.nullable(
      z.object({
        at: answeredInstant,
        by: described('`null` if the account was removed.', z.nullable(z.string())),
      }),
    ),
  ),
  perYear: described(
    'R$ a year; `null` if unknown. For old prices: how much bills change.',
    z.nullable(z.number()),
  ),
  low: amount,
  high: amount,
  recoveredShare: described(
    'Share of the bills that the company takes as credit, 0 to 1: about this share of the saving is not its own. Absent without credits.',
    z.optional(z.number()),
  ),
  sureness: described('`low` to `high` holds in four of five cases.', z.enum(SURENESS)),
  evidence: described(
    'One entry a cycle; for a leak, a night.',
    z.array(
      z.object({
        date: described('First day of the cycle, or the night.', z.string()),
        now: described('R$ as billed; for a leak, L/h in the quietest hour.', z.number()),
        instead: described('R$ with the change; for a leak, the usual L/h.', z.number()),
      }),
    ),
  ),
};

const touPeriod = described(
  '`null` if one demand holds for all hours.',
  z.nullable(z.enum(['inPoint', 'outPoint'])),
);

const demands = z.array(z.object({ touPeriod, contracted: described('kW.', z.number()) }));

const lowering = described(
  'Earliest reduction of the contracted demand (REN ANEEL 1.000/2021, art. 155); `null` if none is reduced.',
  z.nullable(
    z.object({
      noticeDays: described('Days between request and reduction.', z.int()),
      earliest: described('First day of the lower demand if requested today.', z.string()),
      lastLowered: described('Last known reduction; `null` if none is known.', z.nullable(z.string())),
    }),
  ),
);

const tariffChange = {
  ...common,
  modality: z.object({
    from: described('Modality of the contract.', z.enum(MODALITIES)),
    to: described('Recommended modality.', z.enum(MODALITIES)),
  }),
  demands: described('Recommended demand; with seasons, outside the season.', demands),
  lowering,
};

const modality = z.object({ kind: z.literal('modality'), ...tariffChange });

const demand = z.object({
  kind: z.literal('demand'),
  ...tariffChange,
  seasons: described(
    'Season of the higher demand, if two demands a year cost less than one.',
    z.array(
      z.object({
        from: described('First month, 1 to 12.', z.int()),
        to: described('Last month, 1 to 12; may be in the next year.', z.int()),
        demands,
      }),
    ),
  ),
  demanded: described(
    'Measured and contracted demand: one entry for Verde, one a time-of-use period for Azul.',
    z.array(
      z.object({
        touPeriod,
        contracted: described('kW.', z.number()),
        cycles: z.array(
          z.object({
            date: described('First day of the cycle.', z.string()),
            highest: described('kW.', z.number()),
          }),
        ),
      }),
    ),
  ),
});

const leak = z.object({
  kind: z.literal('leak'),
  ...common,
  meter: named,
  measured,
  leak: z.object({
    since: described('First day.', z.string()),
    flow: described('L/h above the usual flow.', z.number()),
    perDay: described('m³ a day.', z.number()),
    isContinuous: described('True if water never stops; it may be meant to flow.', z.boolean()),
  }),
});

const reactive = z.object({
  kind: z.literal('reactive'),
  ...common,
  reactive: z.object({
    kvar: described('kvar of the smallest commercial size that saves nearly all of it.', z.number()),
    hours: described('kvar needed in each hour of the day on 95 of 100 days.', z.array(z.number())),
  }),
});

const closedHours = z.object({
  kind: z.literal('closed-hours'),
  ...common,
  measured: z.nullable(measured),
  closed: z.object({
    energy: described('kWh a year above the quiet days.', z.number()),
    share: described('Share of consumption in closed hours, 0 to 1.', z.number()),
    meter: described(
      'General meter, or the only one; `null` if none measures everything.',
      z.nullable(named),
    ),
    hours: described(
      'Mean power in each hour of the day while closed.',
      z.array(
        z.object({
          now: described('kW.', z.number()),
          quiet: described('kW on the quietest of five days.', z.number()),
        }),
      ),
    ),
  }),
});

const peak = z.object({
  kind: z.literal('peak'),
  ...common,
  measured: z.nullable(measured),
  peak: z.object({
    energy: described('kWh a year that can move.', z.number()),
    share: described('Share of peak consumption, 0 to 1.', z.number()),
    from: described('Start of the peak in hours: 17.5 is 17:30.', z.number()),
    to: described('End of the peak in hours.', z.number()),
    hours: described(
      'Mean power in each hour of days with a peak.',
      z.array(
        z.object({
          now: described('kW.', z.number()),
          movable: described('kW that quiet days do without.', z.number()),
        }),
      ),
    ),
    meter: described(
      'Meter with the largest part; `null` without a meter beside the general one.',
      z.nullable(named),
    ),
  }),
});

const freeMarket = z.object({
  kind: z.literal('free-market'),
  ...common,
  market: z.object({
    breakEven: described(
      'R$/kWh with taxes at which both markets cost the same, without a discount on the TUSD.',
      z.number(),
    ),
    isRetail: described(
      'Whether a retail trader is mandatory: below 500 kW (Portaria MME 50/2022).',
      z.boolean(),
    ),
    cycles: described(
      'A cycle costs `base` + `energy` × the price of the supplier.',
      z.array(
        z.object({
          date: described('First day of the cycle.', z.string()),
          days: described('Number of days.', z.int()),
          completeness: described('Share of the cycle with data, 0 to 1.', z.number()),
          now: described('R$ as a captive customer.', z.number()),
          base: described('R$ billed by the distributor in the free market.', z.number()),
          energy: described('kWh invoiced by the supplier.', z.number()),
        }),
      ),
    ),
  }),
});

const wrongBills = z.object({
  kind: z.literal('bill-wrong'),
  ...common,
  bills: z.object({ count: described('Number of bills in the last year.', z.int()) }),
});

const expiringCredits = z.object({
  kind: z.literal('expiring-credits'),
  ...common,
  credits: z.object({
    energy: described('kWh lost in the twelve months from `first` on.', z.number()),
    first: described('First month with expiring credits, YYYY-MM.', z.string()),
    left: described('kWh of credits now.', z.number()),
    cycles: z.array(
      z.object({
        date: described('First day of the cycle.', z.string()),
        consumed: described('kWh from the grid.', z.number()),
        injected: described('kWh to the grid.', z.number()),
      }),
    ),
  }),
});

const largerGeneration = z.object({
  kind: z.literal('larger-generation'),
  ...common,
  measured: z.nullable(measured),
  generation: z.object({
    factor: described('Recommended size in multiples of the present one.', z.number()),
    generated: described('kWh a year, measured.', z.number()),
    used: described('kWh a year from grid and panels.', z.number()),
    power: described('Highest quarter-hour, kW.', z.number()),
    hours: described(
      'Mean power in each hour of the day.',
      z.array(z.object({ used: described('kW.', z.number()), generated: described('kW.', z.number()) })),
    ),
  }),
});

const oldPrices = z.object({
  kind: z.literal('old-prices'),
  ...common,
  prices: z.object({
    tariff: described('Tariff of the contract.', z.object({ _id: z.string(), name: z.string() })),
    validFrom: z.string(),
    validUntil: described('Last approved day; `null` if unknown.', z.nullable(z.string())),
    newer: described(
      'Newer tariff of the distributor; `null` if none is stored.',
      z.nullable(z.object({ _id: z.string(), name: z.string(), validFrom: z.string() })),
    ),
    change: described(
      'R$ a year by which bills rise; negative: fall; `null` without a newer tariff.',
      z.nullable(z.number()),
    ),
  }),
});

const noGeneralMeter = z.object({
  kind: z.literal('no-general-meter'),
  ...common,
  parts: described(
    'Meters of the establishment, the largest first.',
    z.array(z.object({ ...named.shape, energy: described('kWh of the last five weeks.', z.number()) })),
  ),
});

const kinds = [
  modality,
  demand,
  leak,
  reactive,
  closedHours,
  peak,
  freeMarket,
  wrongBills,
  expiringCredits,
  largerGeneration,
  oldPrices,
  noGeneralMeter,
] as const;

/** A detected saving and the decision on it. The fields depend on the kind. */
export const opportunity = z.discriminatedUnion('kind', kinds);
export type Opportunity = z.output<typeof opportunity>;
export type OpportunityKind = Opportunity['kind'];

export const OPPORTUNITY_KINDS: readonly OpportunityKind[] = kinds.flatMap(
  ({ shape }) => shape.kind.def.values,
);

type WithoutDecision<O> = O extends unknown
  ? Omit<O, 'establishment' | 'state' | 'reason' | 'doneOn' | 'decided'>
  : never;

/** A detected saving before any decision. */
export type Saving = WithoutDecision<Opportunity>;
export type SavingOf<K extends OpportunityKind> = Extract<Saving, { kind: K }>;
export type OpportunityOf<K extends OpportunityKind> = Extract<Opportunity, { kind: K }>;

/** MAC of the leaking meter; empty for savings of a whole establishment. */
export const leakMacOf = (saving: Saving): string => (saving.kind === 'leak' ? saving.meter.mac : '');
