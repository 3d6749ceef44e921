import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { civilDate, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { billingContract } from './billing-contract.ts';

/** The lines of the longest bills, with the surrounding text of a PDF. */
const MAX_TEXT = 20_000;
const MAX_LINES = 60;

const foundLine = z.object({
  label: z.string(),
  part: described(
    'What the tariff charges by it; `own` of a line that no tariff prices, and `cosip`.',
    z.string(),
  ),
  quantity: z.nullable(z.number()),
  price: described('R$ before taxes, or as printed; null where it is not known.', z.nullable(z.number())),
  amount: described('R$, as printed.', z.number()),
  computed: described(
    'R$ by the settings that were found; null of a line that none is for.',
    z.nullable(z.number()),
  ),
});

/** The settings that come closest to a bill, and the contract they make. */
const foundContract = z.object({
  basis: described(
    'By a stored tariff, by the prices as printed, or by published prices behind printed ones that are cut.',
    z.enum(['tariff', 'printed', 'published']),
  ),
  tariff: z.nullable(
    z.object({ _id: z.string(), distributor: z.string(), comment: z.string(), validFrom: z.string() }),
  ),
  modality: z.string(),
  isFree: z.boolean(),
  flag: z.enum(['line', 'price']),
  rounding: z.enum(['truncate', 'half-up']),
  icms: described(
    'Shares of one; null where printed prices hold them and do not tell.',
    z.nullable(z.number()),
  ),
  pisCofins: z.nullable(z.number()),
  noIcms: described(
    'Why nothing on the bill bears ICMS, where it says so.',
    z.nullable(z.enum(['exempt', 'zero', 'substituted'])),
  ),
  discount: described('Share that an incentivised source is let off.', z.number()),
  benefit: described('A discount on the tariff, as the bill names it.', z.nullable(z.string())),
  supplier: described(
    'The invoice of a supplier.',
    z.nullable(
      z.object({
        price: described('R$/kWh', z.number()),
        losses: described('Share by which it is on more kWh than the meter counts.', z.number()),
      }),
    ),
  ),
  demand: described('kW', z.object({ inPoint: z.nullable(z.number()), outPoint: z.nullable(z.number()) })),
  lines: z.array(foundLine),
  total: described('R$, all lines.', z.number()),
  unread: described('Texts that are no line of a bill.', z.array(z.string())),
  tax: described('To be stored by `saveContract`, as it is or changed.', z.nullable(z.string())),
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
  summary: `The contract by which a bill was made, found from its own lines (at most ${MAX_LINES}); nothing is stored.`,
  params: z.object({ id: z.string() }),
  body: z.strictObject({
    type: z._default(z.enum(['eletric', 'water']), 'eletric'),
    day: described('The last day of the cycle that the bill is of.', civilDate),
    text: described(
      'The lines as they are printed, one below another.',
      z
        .string()
        .check(
          z.trim(),
          z.minLength(1, 'Cole ou digite as linhas da fatura.'),
          z.maxLength(MAX_TEXT, 'O texto é longo demais: deixe só as linhas da fatura.'),
        ),
    ),
  }),
  success: 200,
  answer: z.object({ ok, found: foundContract }),
});

export const MAX_PDF_BYTES = 5 * 1024 * 1024;
export const PDF_TOO_LARGE = 'O PDF deve ter no máximo 5 MB.';
export const NO_PDF = 'Envie o PDF da fatura.';

export const readBillText = defineCall({
  name: 'readBillText',
  method: 'POST',
  effect: 'reads',
  path: '/establishment/:id/bill-text',
  access: 'session',
  permission: 'edit-establishment',
  summary: 'The lines of a bill in the text of its PDF, for `findContract`; the file is kept nowhere.',
  params: z.object({ id: z.string() }),
  upload: {
    field: 'pdf',
    types: ['application/pdf'],
    mostBytes: MAX_PDF_BYTES,
    words: { missing: NO_PDF, tooLarge: PDF_TOO_LARGE },
  },
  success: 200,
  answer: z.object({
    ok,
    /** One line of the bill below another, as it is printed. */
    text: z.string(),
    printedTotal: described(
      'The total that the bill prints, R$; null where none was found. Lines that come to another sum are incomplete.',
      z.nullable(z.number()),
    ),
  }),
});

export { MAX_LINES };
