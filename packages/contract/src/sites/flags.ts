import { FLAGS, type FlagName } from '@nascente/domain/sites/tariffs/billing-contract';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { civilDate, monthOfYear } from '../base/conventions.ts';

const names = Object.keys(FLAGS) as [FlagName, ...FlagName[]];
const flagName = z.enum(names, 'Escolha uma bandeira.');

/** The tariff flag of a month, and its price of a kWh in R$ before taxes. */
export const flagOfMonth = z.object({ month: monthOfYear, flag: flagName, price: z.number() });
export type FlagOfMonth = z.output<typeof flagOfMonth>;

/** A flag's price of a kWh in R$ from a day on, until the next one. */
export const flagPrice = z.object({ flag: flagName, validFrom: civilDate, price: z.number() });

export const listFlags = defineCall({
  name: 'listFlags',
  route: 'GET /flags',
  permission: 'see-tariffs',
  summary:
    'Tariff flags by month, oldest first, and the price of each flag by date. A missing month is unknown.',
  answer: { flags: z.array(flagOfMonth), prices: z.array(flagPrice) },
});

export const setFlag = defineCall({
  name: 'setFlag',
  route: 'POST /admin/flags',
  access: 'Admin',
  permission: 'edit-tariffs',
  summary: 'Sets the flag of a month; without a price, the price in force for that flag applies.',
  body: z.strictObject({
    month: monthOfYear,
    flag: flagName,
    price: z.optional(
      z
        .number('Informe o adicional em R$/kWh.')
        .check(
          z.gte(0, 'O adicional não pode ser negativo.'),
          z.lte(0.3, 'O adicional é em R$ por kWh: 0,01885 e não 1,885.'),
        ),
    ),
  }),
  answer: { flag: flagOfMonth },
});
