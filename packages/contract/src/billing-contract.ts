import {
  type BillingContract,
  GENERATION_CLASSES,
  SUBGROUPS,
  SUPPLIES,
  TAX_METHODS,
} from '@nascente/domain/tariff/billing-contract';
import { MODALITIES, WATER_CATEGORIES } from '@nascente/domain/tariff/tariff-rules';
import { z } from 'zod/mini';
import { domainLeaves, jsonLeaves, type Leaves } from './decimal-texts.ts';

const limit = z.nullable(z.number().check(z.positive()));
const posts = z.enum(['inPoint', 'interPoint', 'outPoint']);
const creditTaxes = z.object({ icms: z.boolean(), pisCofins: z.boolean() });
const MOST_ECONOMIAS = 10_000;

const schemaOf = <L extends Leaves>(leaves: L) => {
  const price = leaves.price as L['price'];
  const rate = leaves.rate as L['rate'];
  const reais = leaves.reais as L['reais'];
  const power = leaves.kilowatts as L['kilowatts'];
  const lot = z.object({
    generatedIn: leaves.month as L['month'],
    post: posts,
    class: z.enum(GENERATION_CLASSES),
    origin: z.enum(['own', 'other']),
    energy: leaves.kilowattHours as L['kilowattHours'],
  });
  const cosip = z.discriminatedUnion('mode', [
    z.object({ mode: z.literal('flat'), amount: reais }),
    z.object({ mode: z.literal('bands'), bands: z.array(z.object({ upTo: limit, amount: reais })) }),
  ]);
  return z.object({
    group: z.enum(['A', 'B']),
    subgroup: z.enum(SUBGROUPS),
    modality: z.enum(MODALITIES),
    optanteB: z.boolean(),
    transformerKva: z.nullable(z.number().check(z.positive())),
    market: z.discriminatedUnion('mode', [
      z.object({ mode: z.literal('cativo') }),
      z.object({ mode: z.literal('livre'), demandDiscount: rate, supplierPrice: z.nullable(price) }),
    ]),
    demand: z.nullable(
      z.discriminatedUnion('mode', [
        z.object({ mode: z.literal('single'), demand: power }),
        z.object({ mode: z.literal('by-post'), inPoint: power, outPoint: power }),
      ]),
    ),
    supply: z.nullable(z.enum(SUPPLIES)),
    taxes: z.array(
      z.object({
        validFrom: leaves.day as L['day'],
        icms: rate,
        icmsBands: z.array(z.object({ upTo: limit, rate })),
        pis: rate,
        cofins: rate,
        method: z.enum(TAX_METHODS),
      }),
    ),
    cosip: z.nullable(cosip),
    /** What holds instead from a day on. */
    cosipChanges: z.optional(z.array(z.object({ validFrom: leaves.day as L['day'], cosip }))),
    generation: z.nullable(
      z.object({
        class: z.enum(GENERATION_CLASSES),
        credits: z.array(lot),
        ownTaxes: creditTaxes,
        otherTaxes: creditTaxes,
      }),
    ),
    economias: z.int().check(z.gte(1), z.lte(MOST_ECONOMIAS)),
    category: z.nullable(z.enum(WATER_CATEGORIES)),
  });
};

const inDomain = schemaOf(domainLeaves);

/** What an establishment has agreed with its distributor, in JSON: kW and kWh as numbers, money as decimal texts. */
export const billingContract = schemaOf(jsonLeaves);
export type BillingContractJson = z.output<typeof billingContract>;

/** Reads a contract into the units of the domain. @throws ZodError when it is not of that form. */
export function readBillingContract(json: unknown): BillingContract {
  return z.parse(inDomain, json);
}

/** The JSON of a contract: `readBillingContract` reads the same back. */
export function writeBillingContract(contract: BillingContract): BillingContractJson {
  return z.encode(inDomain, contract as z.output<typeof inDomain>) as BillingContractJson;
}
