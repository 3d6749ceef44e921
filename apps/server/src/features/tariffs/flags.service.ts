import type { BodyOf } from '@nascente/contract/call';
import type { FlagOfMonth, setFlag } from '@nascente/contract/flags';
import { may } from '@nascente/domain/people/permissions';
import type { FlagMonths } from '@nascente/domain/tariff/billing-contract';
import { firstDayOf, parseMonthOfYear, toMonthOfYear } from '@nascente/domain/time/civil-month';
import { priceFromNumber, priceToNumber } from '@nascente/domain/units/price';
import { InvalidInput, NotAllowed } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { FlagsRepository, StoredFlag } from './flags.repository.ts';

export interface FlagsService {
  list(caller: Caller): Promise<{
    flags: FlagOfMonth[];
    prices: { flag: StoredFlag['name']; validFrom: string; price: number }[];
  }>;
  set(caller: Caller, given: BodyOf<typeof setFlag>): Promise<FlagOfMonth>;
  /** For bills: every month whose flag is known. */
  months(): Promise<FlagMonths>;
}

const toAnswer = ({ month, name, price }: StoredFlag): FlagOfMonth => ({
  month: toMonthOfYear(month),
  flag: name,
  price: priceToNumber(price),
});

const NOT_YOURS = 'Seu perfil não permite esta operação.';

export const createFlagsService = ({ flags }: { flags: FlagsRepository }): FlagsService => ({
  async list({ profile }) {
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
  async set({ profile }, given) {
    if (!may(profile, 'edit-tariffs')) throw new NotAllowed(NOT_YOURS);
    const month = parseMonthOfYear(given.month);
    if (month === null) throw new InvalidInput('Mês inválido: use MM/AAAA');
    const inForce = (await flags.prices()).findLast((one) => one.name === given.flag && one.month <= month);
    const price = given.price === undefined ? inForce?.price : priceFromNumber(given.price);
    if (price === undefined) {
      const msg = 'O adicional desta bandeira neste mês não é conhecido: informe-o em R$/kWh.';
      throw new InvalidInput(msg, [{ path: 'price', msg }]);
    }
    const flag = { month, name: given.flag, price };
    await flags.setMonth(flag);
    return toAnswer(flag);
  },
  async months() {
    const known = await flags.months();
    return new Map(known.map(({ month, name, price }) => [month, { name, price }]));
  },
});
