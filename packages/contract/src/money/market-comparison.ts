import { parsePrice } from '@nascente/domain/base/units/price';
import { SUBGROUPS } from '@nascente/domain/sites/tariffs/tariff-rules';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { civilDate } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { billDays } from './bills.ts';

const isDecimal = (text: string): boolean => /^\d{1,4}(\.\d{1,6})?$/.test(text);

const PRICE = 'Informe o preço em R$/kWh, como 0.28.';
const price = z.string().check(z.refine((text) => isDecimal(text) && parsePrice(text) > 0n, PRICE));
const share = z
  .string()
  .check(z.refine((text) => isDecimal(text) && Number(text) <= 1, 'O desconto vai de 0 a 1, como 0.5.'));

const market = z.object({
  total: described('R$ of all cycles.', z.number()),
  withoutTaxCredits: described(
    'R$ without the taxes that the company takes as credit; absent if it takes none.',
    z.optional(z.number()),
  ),
  months: z.array(z.object({ ...billDays.shape, total: z.number() })),
  missing: z.array(z.string()),
});

export const readMarketComparison = defineCall({
  name: 'readMarketComparison',
  route: 'GET /establishment/:id/market-comparison',
  permission: 'see-bills',
  summary:
    'Cost of the last 12 finished billing cycles, or of those until `end`, as a captive customer and in the free market, by the contract in force today and the price of its supplier or of an offer.',
  query: z.strictObject({
    end: z.optional(civilDate),
    supplierPrice: described('Offered price, R$/kWh.', z.optional(price)),
    discount: described('Discount on the TUSD for its source, 0 to 1; default: none.', z.optional(share)),
  }),
  answer: {
    comparison: z.object({
      cycles: described(
        'Oldest first.',
        z.array(z.object({ ...billDays.shape, completeness: z.number(), estimated: z.optional(z.number()) })),
      ),
      isOpen: described(
        'Whether the free market is open to it today: Group A. Group B is compared too if its tariff states TUSD and TE.',
        z.boolean(),
      ),
      subgroup: z.enum(SUBGROUPS),
      current: z.enum(['cativo', 'livre']),
      captive: described(
        '`null` without a finished cycle, or without a tariff that states TUSD and TE.',
        z.nullable(market),
      ),
      free: described('`null` without a price of the supplier.', z.nullable(market)),
      taxRules: described(
        "In Portuguese, if the first and the last cycle have different national taxes: '2027 com CBS, 2026 com PIS/COFINS'; else `null`.",
        z.nullable(z.string()),
      ),
      saving: described('R$ saved in the free market; negative if it costs more.', z.nullable(z.number())),
    }),
  },
});
export type MarketComparison = z.output<typeof readMarketComparison.answer>['comparison'];
