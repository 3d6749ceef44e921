import type { BodyGiven } from '@nascente/contract/base/call';
import {
  MAX_COMMENT,
  MAX_NAME,
  MAX_SYSTEM,
  METER_WORDS,
  type updateMeter,
} from '@nascente/contract/sites/meter-changes';
import type { Board } from '@nascente/contract/sites/meters';
import { z } from 'zod/mini';

/** `needsTariff`: there are tariffs for this type of meter, so one is chosen. */
export const editForm = (needsTariff: boolean) =>
  z.object({
    name: z
      .string()
      .check(z.trim(), z.minLength(1, METER_WORDS.alias), z.maxLength(MAX_NAME, METER_WORDS.alias)),
    comment: z.string().check(z.trim(), z.maxLength(MAX_COMMENT)),
    tension: z.enum(['110', '220']),
    isGeneral: z.boolean(),
    isSolar: z.boolean(),
    system: z.string().check(z.trim(), z.maxLength(MAX_SYSTEM)),
    tariff: z
      .nullable(z.string())
      .check(z.refine((tariff) => tariff !== null || !needsTariff, METER_WORDS.tariff)),
  });

export type TypedEdit = z.output<ReturnType<typeof editForm>>;

export const typedOf = (board: Board): TypedEdit => ({
  name: board.name,
  comment: board.Comment,
  tension: board.tension === 110 ? '110' : '220',
  isGeneral: board.isGeral,
  isSolar: board.solarPanel,
  system: board.system ?? '',
  tariff: board.tax,
});

export const changeOf = (board: Board, typed: TypedEdit): BodyGiven<typeof updateMeter> => ({
  id: board.id,
  Alias: typed.name,
  macAddress: board.macAddress,
  Comment: typed.comment,
  isGeral: typed.isGeneral,
  tax: typed.tariff,
  tension: typed.tension === '110' ? 110 : 220,
  system: typed.system,
  solarPanel: typed.isSolar,
});

/** Where one goes once a meter was edited: its page, under the address of its type or model. */
export const pageOf = ({ type, model, macAddress }: Pick<Board, 'type' | 'model' | 'macAddress'>): string => {
  if (type === 'water') return `/water/${macAddress}`;
  return model === 'mono' ? `/eletric/${macAddress}` : `/${model}/${macAddress}`;
};
