import {
  type RulesVersion,
  type TariffRules,
  WATER_CATEGORIES,
} from '@nascente/domain/sites/tariffs/tariff-rules';
import { z } from 'zod/mini';
import { domainLeaves, jsonLeaves, type Leaves } from '../base/decimal-texts.ts';

const HALF_HOUR = 30;
const DAY_MINUTES = 1440;

const halfHour = z
  .int()
  .check(z.gte(0), z.lte(DAY_MINUTES), z.multipleOf(HALF_HOUR, 'Use passos de meia hora'));
/** May cross midnight, as the capacitive hours do. */
const timeWindow = z.object({ start: halfHour, end: halfHour });
const forwardWindow = timeWindow.check(
  z.refine(({ start, end }) => start < end, 'O início vem antes do fim'),
);
const roundings = z.enum(['truncate', 'half-up']);

/** The peak and intermediate hours, in minutes since midnight, in steps of half an hour. */
const touWindows = z
  .object({
    peak: forwardWindow,
    intermediate: z.array(forwardWindow).check(z.maxLength(4)),
    blackAwarenessFrom: z.nullable(z.int()),
    hasPeakOnHolidays: z.exactOptional(z.boolean()),
  })
  .check(
    z.refine(
      ({ peak, intermediate }) =>
        intermediate.every(({ start, end }) => end <= peak.start || start >= peak.end),
      'O horário intermediário não pode cair dentro da ponta',
    ),
  );

const ascending = (tiers: readonly { readonly upTo: number | null }[]): boolean =>
  tiers.every(({ upTo }, index) => {
    const before = tiers[index - 1]?.upTo ?? 0;
    return upTo === null ? index === tiers.length - 1 : upTo > before;
  });

const schemasOf = <L extends Leaves>({ price, rate, reais, day }: L) => {
  const energyPrice = z.object({ tusd: price as L['price'], te: price as L['price'] });
  const money = reais as L['reais'];
  const share = rate as L['rate'];
  const cost = price as L['price'];
  const byTouPeriod = z.object({ inPoint: cost, interPoint: cost, outPoint: cost });
  const base = {
    rounding: roundings,
    priceDecimals: z.nullable(z.int().check(z.gte(2), z.lte(10))),
    integerKwh: z.boolean(),
    integerKw: z.boolean(),
    tusdTe: z.enum(['separate', 'joined']),
    fioB: z.nullable(byTouPeriod),
    gd3: z.nullable(byTouPeriod),
  };
  const reactive = z.nullable(
    z.object({ vrEre: z.nullable(cost), vrDre: z.nullable(cost), reference: share, capacitive: timeWindow }),
  );
  const twoPeriods = { inPoint: energyPrice, outPoint: energyPrice };
  const tier = z.object({ upTo: z.nullable(z.number().check(z.positive())), price: cost, flat: z.boolean() });
  const table = z.object({
    fixedFee: money,
    minimum: z.number().check(z.gte(0)),
    tiers: z
      .array(tier)
      .check(z.minLength(1), z.refine(ascending, 'As faixas devem crescer, e a última não tem limite')),
  });
  const rules = z.discriminatedUnion('modality', [
    z.object({ modality: z.literal('simple'), inPoint: cost, interPoint: cost, outPoint: cost }),
    z.object({ modality: z.literal('convencional'), ...base, energy: z.object({ outPoint: energyPrice }) }),
    z.object({
      modality: z.literal('branca'),
      ...base,
      windows: touWindows,
      energy: z.object({ inPoint: energyPrice, interPoint: energyPrice, outPoint: energyPrice }),
    }),
    z.object({
      modality: z.literal('verde'),
      ...base,
      windows: touWindows,
      energy: z.object(twoPeriods),
      demand: z.object({ outPoint: cost }),
      reactive,
    }),
    z.object({
      modality: z.literal('azul'),
      ...base,
      windows: touWindows,
      energy: z.object(twoPeriods),
      demand: z.object({ inPoint: cost, outPoint: cost }),
      reactive,
    }),
    z.object({
      modality: z.literal('water'),
      category: z.enum(WATER_CATEGORIES),
      water: table,
      sewage: z.discriminatedUnion('mode', [
        z.object({ mode: z.literal('none') }),
        z.object({ mode: z.literal('percent'), share }),
        z.object({ mode: z.literal('table'), table }),
      ]),
      otherFees: z.array(
        z.object({ label: z.string().check(z.minLength(1), z.maxLength(80)), amount: money }),
      ),
      rounding: roundings,
      integerM3: z.boolean(),
    }),
  ]);
  return { rules, version: z.object({ validFrom: day as L['day'], rules }) };
};

const inDomain = schemasOf(domainLeaves);
const inJson = schemasOf(jsonLeaves);

/** A tariff's rules in JSON: prices, rates and R$ as decimal texts. */
export const tariffRules = inJson.rules;
export type TariffRulesJson = z.output<typeof tariffRules>;

/** Rules of a tariff with the first day on which they apply. */
const rulesVersion = inJson.version;
type RulesVersionJson = z.output<typeof rulesVersion>;

/** Parses JSON of rules to the units of the domain. @throws ZodError if they have another form. */
export function readTariffRules(json: unknown): TariffRules {
  return z.parse(inDomain.rules, json);
}

/** Converts rules to JSON; `readTariffRules` is the inverse. */
export function writeTariffRules(rules: TariffRules): TariffRulesJson {
  return z.encode(inDomain.rules, rules as z.output<typeof inDomain.rules>) as TariffRulesJson;
}

/** Parses JSON of a version to the units of the domain. @throws ZodError if it has another form. */
export function readRulesVersion(json: unknown): RulesVersion {
  return z.parse(inDomain.version, json);
}

/** Converts a version to JSON; `readRulesVersion` is the inverse. */
export function writeRulesVersion(version: RulesVersion): RulesVersionJson {
  return z.encode(inDomain.version, version as z.output<typeof inDomain.version>) as RulesVersionJson;
}
