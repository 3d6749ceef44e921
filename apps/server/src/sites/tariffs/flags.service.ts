import type { BodyOf } from '@nascente/contract/base/call';
import type { FlagOfMonth, setFlag } from '@nascente/contract/sites/flags';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { firstDayOf, parseMonthOfYear, toMonthOfYear } from '@nascente/domain/base/time/civil-month';
import { formatNumber } from '@nascente/domain/base/units/format';
import { priceFromNumber, priceToNumber } from '@nascente/domain/base/units/price';
import { may } from '@nascente/domain/people/permissions';
import { FLAGS, type FlagMonths } from '@nascente/domain/sites/tariffs/billing-contract';
import type { AuditTrail, NewAuditEvent } from '../../people/audit/index.ts';
import { createPerRequestCache } from '../../platform/database/one-reading.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { InvalidInput, NotAllowed } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { createFlagsRepository, type StoredFlag } from './flags.repository.ts';

export type FlagsService = ReturnType<typeof createFlagsService>;

const toAnswer = ({ month, name, price }: StoredFlag): FlagOfMonth => ({
  month: toMonthOfYear(month),
  flag: name,
  price: priceToNumber(price),
});

const DECIMALS = 5;
const NOT_YOURS = 'Seu perfil não permite esta operação.';

export const createFlagsService = ({ db, audit }: { db: Connection; audit: AuditTrail }) => {
  const flags = createFlagsRepository(db);
  const perRequest = createPerRequestCache<FlagMonths>();
  const readMonths = async (): Promise<FlagMonths> =>
    new Map((await flags.months()).map(({ month, name, price }) => [month, { name, price }]));
  return {
    async list({ profile }: Caller): Promise<{
      flags: FlagOfMonth[];
      prices: { flag: StoredFlag['name']; validFrom: CivilDate; price: number }[];
    }> {
      if (!may(profile, 'see-tariffs')) throw new NotAllowed(NOT_YOURS);
      const [months, prices] = [await flags.months(), await flags.prices()];
      return {
        flags: months.map(toAnswer),
        prices: prices.map(({ month, name, price }) => ({
          flag: name,
          validFrom: firstDayOf(month),
          price: priceToNumber(price),
        })),
      };
    },
    async set(
      { profile, accountId: actorId }: Caller,
      input: BodyOf<typeof setFlag>,
      device: NewAuditEvent['device'],
    ): Promise<FlagOfMonth> {
      if (!may(profile, 'edit-tariffs')) throw new NotAllowed(NOT_YOURS);
      const month = parseMonthOfYear(input.month);
      if (month === null) throw new InvalidInput('Mês inválido: use MM/AAAA');
      const inForce = (await flags.prices()).findLast((one) => one.name === input.flag && one.month <= month);
      const price = input.price === undefined ? inForce?.price : priceFromNumber(input.price);
      if (price === undefined) {
        const msg = 'O adicional desta bandeira neste mês não é conhecido: informe-o em R$/kWh.';
        throw new InvalidInput(msg, [{ path: 'price', msg }]);
      }
      const flag = { month, name: input.flag, price };
      const detail = {
        month: input.month,
        flag: FLAGS[flag.name],
        price: `R$ ${formatNumber(priceToNumber(price), DECIMALS)}`,
      };
      await db.transaction().execute(async (within) => {
        await createFlagsRepository(within).setMonth(flag);
        await audit.record({ action: 'flag-set', actorId, subjectId: null, device, detail }, within);
      });
      return toAnswer(flag);
    },
    /** For bills: every month with a known flag. */
    months: (): Promise<FlagMonths> => perRequest('', readMonths),
  };
};
