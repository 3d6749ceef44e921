import { z } from 'zod/mini';
import { billingContract } from './billing-contract.ts';
import { defineCall } from './call.ts';
import { civilDate, ok } from './conventions.ts';

/** As much as the lines of the longest bills, with what stands around them in a PDF. */
const LONGEST_TEXT = 20_000;
const MOST_LINES = 60;

const foundLine = z.object({
  label: z.string(),
  /** What the tariff charges by it; `own` of a line that no tariff prices, and `cosip`. */
  part: z.string(),
  quantity: z.nullable(z.number()),
  /** R$ before taxes, or as printed; null where it is not known. */
  price: z.nullable(z.number()),
  /** R$, as printed. */
  amount: z.number(),
  /** R$ by the settings that were found; null of a line that none is for. */
  computed: z.nullable(z.number()),
});

/** The settings that come closest to a bill, and the contract they make. */
const foundContract = z.object({
  /** By a stored tariff, by the prices as printed, or by published prices behind printed ones that are cut. */
  basis: z.enum(['tariff', 'printed', 'published']),
  tariff: z.nullable(
    z.object({ _id: z.string(), distributor: z.string(), comment: z.string(), validFrom: z.string() }),
  ),
  modality: z.string(),
  isFree: z.boolean(),
  flag: z.enum(['line', 'price']),
  rounding: z.enum(['truncate', 'half-up']),
  /** Shares of one; null where printed prices hold them and do not tell. */
  icms: z.nullable(z.number()),
  pisCofins: z.nullable(z.number()),
  discount: z.number(),
  /** kW */
  demand: z.object({ inPoint: z.nullable(z.number()), outPoint: z.nullable(z.number()) }),
  lines: z.array(foundLine),
  /** R$, all lines. */
  total: z.number(),
  /** Texts that are no line of a bill. */
  unread: z.array(z.string()),
  /** To be stored by `saveContract`, as it is or changed. */
  tax: z.nullable(z.string()),
  terms: billingContract,
});
export type FoundContractAnswer = z.output<typeof foundContract>;

export const findContract = defineCall({
  name: 'findContract',
  method: 'POST',
  effect: 'reads',
  path: '/establishment/:id/found-contract',
  access: 'session',
  permission: 'edit-establishment',
  summary: `The contract by which a bill was made, found from its own lines (at most ${MOST_LINES}); nothing is stored.`,
  params: z.object({ id: z.string() }),
  body: z.strictObject({
    type: z._default(z.enum(['eletric', 'water']), 'eletric'),
    /** The last day of the cycle that the bill is of. */
    day: civilDate,
    /** The lines as they are printed, one below another. */
    text: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Cole ou digite as linhas da conta.'),
        z.maxLength(LONGEST_TEXT, 'O texto é longo demais: deixe só as linhas da conta.'),
      ),
  }),
  success: 200,
  answer: z.object({ ok, found: foundContract }),
});

export { MOST_LINES };
