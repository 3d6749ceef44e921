import { BENEFIT_KINDS } from '@nascente/domain/sites/tariffs/benefit';
import {
  type BillingContract,
  DISCOUNT_PLACES,
  FIO_B_YEARS,
  FLAG_PLACES,
  GENERATION_CLASSES,
  GENERATION_MINIMUMS,
  LINE_CENTS,
  SUPPLIES,
  SUPPLY_ICMS,
  SUPPLY_MODULATIONS,
  TAX_METHODS,
  VAT_LINES,
} from '@nascente/domain/sites/tariffs/billing-contract';
import { ICMS_TREATMENTS, TAXED_LINES } from '@nascente/domain/sites/tariffs/line-taxes';
import {
  DISCOUNT_LABEL_MISSING,
  LINE_LABEL_MISSING,
  LINE_SHARINGS,
  MAX_LABEL,
  MAX_OWN_LINES,
  OWN_LINE_KINDS,
} from '@nascente/domain/sites/tariffs/own-line';
import { MODALITIES, SUBGROUPS, WATER_CATEGORIES } from '@nascente/domain/sites/tariffs/tariff-rules';
import { MAX_DUE_DAYS } from '@nascente/domain/sites/tariffs/vat-periods';
import { z } from 'zod/mini';
import { domainLeaves, jsonLeaves, type Leaves } from '../base/decimal-texts.ts';
import { described } from '../base/described.ts';
import { cosipCharges, municipalityName } from '../sites/cosip-tables.ts';

const limit = z.nullable(z.number().check(z.positive()));
const touPeriods = z.enum(['inPoint', 'interPoint', 'outPoint']);
const vat = z.optional(z.boolean());
const creditTaxes = z.object({
  icms: z.boolean(),
  pisCofins: z.boolean(),
  vat: described('CBS and IBS. Default: those of the TE, not those of the TUSD.', vat),
});
const lineTaxes = z.object({
  icms: z.boolean(),
  pisCofins: z.boolean(),
  vat: described('CBS and IBS. Default: as PIS and COFINS.', vat),
});
const MAX_ECONOMIAS = 10_000;
const MAX_SUPPLY_PRICES = 120;
/** Ten years of months. */
const MAX_DUE_DATES = 120;
const DUE_DAYS = `O vencimento é de 0 a ${MAX_DUE_DAYS} dias depois do último dia do ciclo.`;
/** One change a month for ten years. */
export const MAX_TAX_PERIODS = 120;
export const MAX_ICMS_BANDS = 10;
/** Maximum number of credit lots: 60 months, by time-of-use period, class and origin. */
export const MAX_CREDIT_LOTS = 60 * 3 * 3 * 2;
/** Maximum of a volume limit, as a multiple of the contracted volume. */
const MAX_OF_VOLUME = 10;

const TOO_MANY_LINES = `São no máximo ${MAX_OWN_LINES} linhas próprias: remova as que já terminaram.`;
const MAX_STEPS = 10;
export const MAX_BENEFITS = 6;
const HALF_HOURS = 'As horas são cheias ou meias, como 21:30.';

const schemaOf = <L extends Leaves>(leaves: L) => {
  const price = leaves.price as L['price'];
  const rate = leaves.rate as L['rate'];
  const reais = leaves.reais as L['reais'];
  const power = leaves.kilowatts as L['kilowatts'];
  const lot = z.object({
    generatedIn: leaves.month as L['month'],
    touPeriod: touPeriods,
    class: z.enum(GENERATION_CLASSES),
    origin: z.enum(['own', 'other']),
    energy: leaves.kilowattHours as L['kilowattHours'],
  });
  const supply = z.object({
    losses: rate,
    volume: z.nullable(
      z.object({
        contracted: leaves.kilowattHours as L['kilowattHours'],
        min: rate,
        max: z.number().check(z.gte(0), z.lte(MAX_OF_VOLUME)),
        unitShare: z.optional(rate),
        modulation: z.optional(z.enum(SUPPLY_MODULATIONS)),
        settlement: z.optional(price),
      }),
    ),
    icms: z.enum(SUPPLY_ICMS),
    prices: z
      .array(z.object({ validFrom: leaves.day as L['day'], price }))
      .check(z.maxLength(MAX_SUPPLY_PRICES, `São no máximo ${MAX_SUPPLY_PRICES} preços do fornecedor.`)),
  });
  const cosip = z.discriminatedUnion('mode', [
    ...cosipCharges(leaves),
    z.object({
      mode: z.literal('municipality'),
      municipality: described('Name of a stored table.', municipalityName),
    }),
  ]);
  const ownLine = z.object({
    label: z.string().check(z.trim(), z.minLength(1, LINE_LABEL_MISSING), z.maxLength(MAX_LABEL)),
    kind: z.enum(OWN_LINE_KINDS),
    value: z.discriminatedUnion('mode', [
      z.object({ mode: z.literal('amount'), amount: reais }),
      z.object({ mode: z.literal('quantity'), quantity: z.number().check(z.gte(0), z.lte(1e9)), price }),
      z.object({ mode: z.literal('per-unit'), price }),
      z.object({
        mode: z.literal('share'),
        share: rate,
        demandShare: described('Of the demand, if different.', z.optional(rate)),
      }),
    ]),
    isCredit: z.boolean(),
    taxes: lineTaxes,
    isBeforeTaxes: z.boolean(),
    repeats: z.enum(['cycle', 'once']),
    first: leaves.day as L['day'],
    last: z.nullable(leaves.day as L['day']),
    sharing: z.enum(LINE_SHARINGS),
  });
  const benefit = z.object({
    kind: z.enum(BENEFIT_KINDS),
    label: z.string().check(z.trim(), z.minLength(1, DISCOUNT_LABEL_MISSING), z.maxLength(MAX_LABEL)),
    steps: z
      .array(z.object({ upTo: limit, tusd: rate, te: rate }))
      .check(z.maxLength(MAX_STEPS, `São no máximo ${MAX_STEPS} faixas.`)),
    demand: rate,
    /** Minutes since local midnight, in steps of half an hour. Across midnight the end is smaller than the start. */
    hours: z.nullable(
      z.object({
        start: z.int().check(z.gte(0), z.lte(1410), z.multipleOf(30, HALF_HOURS)),
        end: z.int().check(z.gte(0), z.lte(1440), z.multipleOf(30, HALF_HOURS)),
      }),
    ),
    first: leaves.day as L['day'],
    last: z.nullable(leaves.day as L['day']),
  });
  return z.object({
    group: z.enum(['A', 'B']),
    subgroup: z.enum(SUBGROUPS),
    modality: z.enum(MODALITIES),
    optanteB: z.boolean(),
    transformerKva: z.nullable(z.number().check(z.positive())),
    market: z.discriminatedUnion('mode', [
      z.object({ mode: z.literal('cativo') }),
      z.object({
        mode: z.literal('livre'),
        demandDiscount: rate,
        supplierPrice: z.nullable(price),
        supply: z.optional(supply),
      }),
    ]),
    demand: z.nullable(
      z.discriminatedUnion('mode', [
        z.object({ mode: z.literal('single'), demand: power }),
        z.object({ mode: z.literal('by-post'), inPoint: power, outPoint: power }),
      ]),
    ),
    supply: z.nullable(z.enum(SUPPLIES)),
    taxes: z
      .array(
        z.object({
          validFrom: leaves.day as L['day'],
          icms: rate,
          icmsBands: z
            .array(z.object({ upTo: limit, rate }))
            .check(z.maxLength(MAX_ICMS_BANDS, `São no máximo ${MAX_ICMS_BANDS} faixas do ICMS.`)),
          pis: rate,
          cofins: rate,
          method: z.enum(TAX_METHODS),
          isVatInIcmsBase: described(
            'Whether CBS and IBS are part of the base of ICMS. Default: false.',
            vat,
          ),
        }),
      )
      .check(z.maxLength(MAX_TAX_PERIODS, `São no máximo ${MAX_TAX_PERIODS} vigências de tributos.`)),
    due: described(
      'When bills fall due: days from the last day of the cycle, and entered dates, which take precedence.',
      z.optional(
        z.object({
          days: z.nullable(z.int().check(z.gte(0, DUE_DAYS), z.lte(MAX_DUE_DAYS, DUE_DAYS))),
          dates: z
            .array(leaves.day as L['day'])
            .check(z.maxLength(MAX_DUE_DATES, `São no máximo ${MAX_DUE_DATES} vencimentos.`)),
        }),
      ),
    ),
    taxCredits: described(
      'Taxes of its bills that the company takes as credit; its cost is without them. Default: none.',
      z.optional(z.object({ pisCofins: z.boolean(), vat: z.boolean() })),
    ),
    /**
     * Kinds of lines with other taxes than the usual ones. Usually all taxes apply to all lines, except ICMS on unused demand.
     */
    lineTaxes: z.optional(
      z
        .array(
          z.object({ line: z.enum(TAXED_LINES), icms: z.enum(ICMS_TREATMENTS), pisCofins: z.boolean(), vat }),
        )
        .check(z.maxLength(TAXED_LINES.length, 'Cada linha tem só uma regra de tributos.')),
    ),
    cosip: z.nullable(cosip),
    cosipChanges: described(
      'Terms that replace these from a day on.',
      z.optional(z.array(z.object({ validFrom: leaves.day as L['day'], cosip }))),
    ),
    ownLines: described(
      'Lines without a tariff price, in the order of the bill.',
      z.optional(z.array(ownLine).check(z.maxLength(MAX_OWN_LINES, TOO_MANY_LINES))),
    ),
    generation: z.nullable(
      z.object({
        class: z.enum(GENERATION_CLASSES),
        credits: z
          .array(lot)
          .check(z.maxLength(MAX_CREDIT_LOTS, `São no máximo ${MAX_CREDIT_LOTS} lotes de créditos.`)),
        ownTaxes: creditTaxes,
        otherTaxes: creditTaxes,
        /** The taxes of the TUSD of compensated energy if they differ from those of the TE. */
        ownTusdTaxes: z.optional(creditTaxes),
        otherTusdTaxes: z.optional(creditTaxes),
        fioBYear: described(
          'Share of Fio B of a cycle across 1 January: that of the year of its last day, or of each year by its days. Default: last-day.',
          z.optional(z.enum(FIO_B_YEARS)),
        ),
        minimum: described(
          'Minimum of Group B with generation: in money after the compensation, or in kWh that are not compensated. Default: money.',
          z.optional(z.enum(GENERATION_MINIMUMS)),
        ),
      }),
    ),
    /** Discounts on the tariff. Each applies to the amount that remains after the ones before it. */
    benefits: z.optional(
      z.array(benefit).check(z.maxLength(MAX_BENEFITS, `São no máximo ${MAX_BENEFITS} descontos.`)),
    ),
    economias: z.int().check(z.gte(1), z.lte(MAX_ECONOMIAS)),
    category: z.nullable(z.enum(WATER_CATEGORIES)),
    printing: described(
      'How the distributor rounds and prints the lines; default: each line rounded to cents by the rule of the tariff.',
      z.optional(
        z.object({
          rounding: z.nullable(z.enum(['truncate', 'half-up'])),
          lineCents: z.enum(LINE_CENTS),
          discount: z.enum(DISCOUNT_PLACES),
          flag: z.enum(FLAG_PLACES),
          vat: described('Place of CBS and IBS. Default: within each line.', z.optional(z.enum(VAT_LINES))),
          areCreditsInVatBase: described(
            'Whether credits of APCEI reduce the base of CBS and IBS. Default: false.',
            vat,
          ),
        }),
      ),
    ),
  });
};

const inDomain = schemaOf(domainLeaves);

/** The establishment's contract with its distributor, in JSON: kW and kWh as numbers, money as decimal texts. */
export const billingContract = schemaOf(jsonLeaves);
export type BillingContractJson = z.output<typeof billingContract>;

/** Reads a contract into the units of the domain. @throws ZodError if it has another form. */
export function readBillingContract(json: unknown): BillingContract {
  return z.parse(inDomain, json);
}

/** Converts a contract to JSON; `readBillingContract` is the inverse. */
export function writeBillingContract(contract: BillingContract): BillingContractJson {
  return z.encode(inDomain, contract as z.output<typeof inDomain>) as BillingContractJson;
}
