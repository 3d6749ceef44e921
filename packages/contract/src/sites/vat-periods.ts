import { TAX_EVENTS, VAT_EFFECTS } from '@nascente/domain/sites/tariffs/vat-periods';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { civilDate } from '../base/conventions.ts';
import { jsonLeaves } from '../base/decimal-texts.ts';
import { described } from '../base/described.ts';

const SOURCE_MISSING = 'Diga de onde vêm as alíquotas: a lei, a resolução ou a estimativa.';

/** National rules of CBS and IBS from a day on; rates are decimal texts. */
const vatPeriod = z.strictObject({
  validFrom: civilDate,
  cbs: jsonLeaves.rate,
  ibsState: jsonLeaves.rate,
  ibsMunicipal: jsonLeaves.rate,
  effect: described(
    '`informed`: printed on bills for information and not charged, as in 2026.',
    z.enum(VAT_EFFECTS, 'Escolha se a CBS e o IBS são cobrados ou só informados.'),
  ),
  endsPisCofins: described(
    'The event of a bill that ends PIS and COFINS: its due date or its reading; `null` while they are charged.',
    z.nullable(z.enum(TAX_EVENTS, 'Escolha o vencimento ou a leitura.')),
  ),
  source: described(
    'In Portuguese: where the rates come from.',
    z
      .string()
      .check(z.trim(), z.minLength(1, SOURCE_MISSING), z.maxLength(200, 'A fonte tem até 200 letras.')),
  ),
  isConfirmed: described('False while the rates are estimates; bills then say so.', z.boolean()),
});
export type VatPeriodJson = z.output<typeof vatPeriod>;

export const listVatPeriods = defineCall({
  name: 'listVatPeriods',
  route: 'GET /vat-periods',
  permission: 'see-tariffs',
  summary: 'National rules of CBS and IBS, oldest first. Bills take those of their due date.',
  answer: { periods: z.array(vatPeriod) },
});

export const saveVatPeriod = defineCall({
  name: 'saveVatPeriod',
  route: 'POST /admin/vat-periods',
  access: 'Admin',
  permission: 'edit-tariffs',
  summary: 'Adds the rules of CBS and IBS from a day on, or replaces those that begin on it.',
  body: vatPeriod,
  answer: { period: vatPeriod },
});

export const removeVatPeriod = defineCall({
  name: 'removeVatPeriod',
  route: 'DELETE /admin/vat-periods/:validFrom',
  access: 'Admin',
  permission: 'edit-tariffs',
  summary: 'Removes the rules of CBS and IBS that begin on a day.',
  params: z.object({ validFrom: civilDate }),
  fails: ['not-found'],
});
