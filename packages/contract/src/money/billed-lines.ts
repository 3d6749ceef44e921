import { BILLED_LINE_KINDS, type BilledLine } from '@nascente/domain/money/bill-check/billed-lines';
import { LINE_LABEL_MISSING, MAX_LABEL } from '@nascente/domain/sites/tariffs/own-line';
import { z } from 'zod/mini';
import { domainLeaves, jsonLeaves, type Leaves } from '../base/decimal-texts.ts';
import { described } from '../base/described.ts';

export const MAX_BILLED_LINES = 60;

const lineSchemaOf = <L extends Leaves>(leaves: L) =>
  z.object({
    label: z.string().check(z.trim(), z.minLength(1, LINE_LABEL_MISSING), z.maxLength(MAX_LABEL)),
    kind: z.enum(BILLED_LINE_KINDS),
    value: z.discriminatedUnion('mode', [
      z.object({ mode: z.literal('amount'), amount: leaves.reais as L['reais'] }),
      z.object({
        mode: z.literal('quantity'),
        quantity: z.number().check(z.gte(0), z.lte(1e9)),
        price: leaves.price as L['price'],
      }),
    ]),
    isCredit: described('Whether it is subtracted.', z.boolean()),
    taxes: described('Taxes included in it.', z.object({ icms: z.boolean(), pisCofins: z.boolean() })),
  });
/** A line of an entered bill that does not follow from the tariff, such as a fine or public lighting. */
export const billedLine = lineSchemaOf(jsonLeaves);
const readableLines = z.array(lineSchemaOf(domainLeaves));
export type BilledLineJson = z.output<typeof billedLine>;

/** Converts the stored JSON of lines to the units of the domain. @throws ZodError if the JSON has another form. */
export const readBilledLines = (json: unknown): BilledLine[] => z.parse(readableLines, json);

export const billedLines = z
  .array(billedLine)
  .check(z.maxLength(MAX_BILLED_LINES, `São no máximo ${MAX_BILLED_LINES} linhas.`));
