import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { civilDate } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { billingContract } from './billing-contract.ts';

/** Maximum characters: the longest bills, with the surrounding text of a PDF. */
const MAX_TEXT = 20_000;
const MAX_LINES = 60;

const foundLine = z.object({
  label: z.string(),
  part: described('Charge of the tariff; `own` for a line without a tariff price, and `cosip`.', z.string()),
  quantity: z.nullable(z.number()),
  price: described('R$ before taxes, or as printed; `null` if unknown.', z.nullable(z.number())),
  amount: described('R$, as printed.', z.number()),
  computed: described(
    'R$ with the detected settings; `null` for a line without one.',
    z.nullable(z.number()),
  ),
});

/** The inferred terms that come closest to a bill, and the contract with these terms. */
const foundContract = z.object({
  basis: described(
    'Source of the prices: a stored tariff, the printed prices, or published prices that match truncated printed ones.',
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
    '0 to 1; `null` if printed prices include the taxes and do not show them.',
    z.nullable(z.number()),
  ),
  pisCofins: z.nullable(z.number()),
  noIcms: described(
    'Stated reason for a bill without ICMS.',
    z.nullable(z.enum(['exempt', 'zero', 'substituted'])),
  ),
  discount: described('Discount share for an incentivised source.', z.number()),
  benefit: described('Discount on the tariff, by its name on the bill.', z.nullable(z.string())),
  supplier: described(
    'Invoice of a supplier.',
    z.nullable(
      z.object({
        price: described('R$/kWh', z.number()),
        losses: described('Loss share that the supplier adds to the metered kWh.', z.number()),
      }),
    ),
  ),
  demand: described('kW', z.object({ inPoint: z.nullable(z.number()), outPoint: z.nullable(z.number()) })),
  lines: z.array(foundLine),
  total: described('R$ of all lines.', z.number()),
  unread: described('Texts that are not bill lines.', z.array(z.string())),
  tax: described('Input for `saveContract`, unchanged or edited.', z.nullable(z.string())),
  terms: billingContract,
});
export type FoundContractAnswer = z.output<typeof foundContract>;

export const findContract = defineCall({
  name: 'findContract',
  route: 'POST /establishment/:id/found-contract',
  effect: 'reads',
  permission: 'edit-establishment',
  summary: `Contract detected from the lines of a bill (at most ${MAX_LINES}); nothing is stored.`,
  body: z.strictObject({
    type: z._default(z.enum(['eletric', 'water']), 'eletric'),
    day: described('Last day of the billed cycle.', civilDate),
    text: described(
      'Lines as printed, one below another.',
      z
        .string()
        .check(
          z.trim(),
          z.minLength(1, 'Cole ou digite as linhas da fatura.'),
          z.maxLength(MAX_TEXT, 'O texto é longo demais: deixe só as linhas da fatura.'),
        ),
    ),
  }),
  answer: { found: foundContract },
});

export const MAX_PDF_BYTES = 5 * 1024 * 1024;
export const PDF_TOO_LARGE = 'O PDF deve ter no máximo 5 MB.';
export const NO_PDF = 'Envie o PDF da fatura.';

export const readBillText = defineCall({
  name: 'readBillText',
  route: 'POST /establishment/:id/bill-text',
  effect: 'reads',
  permission: 'edit-establishment',
  summary: 'Extracts the bill lines from the text of a PDF, for `findContract`; the file is not stored.',
  upload: {
    field: 'pdf',
    types: ['application/pdf'],
    maxBytes: MAX_PDF_BYTES,
    texts: { missing: NO_PDF, tooLarge: PDF_TOO_LARGE },
  },
  answer: {
    /** The lines of the bill as printed, separated by line breaks. */
    text: z.string(),
    printedTotal: described(
      'Total printed on the bill, R$; `null` if not detected. Lines with another sum are incomplete.',
      z.nullable(z.number()),
    ),
  },
});

export { MAX_LINES };
