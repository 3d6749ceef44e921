import type { VatPeriodJson } from '@nascente/contract/sites/vat-periods';
import { type CivilDate, civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay, formatNumber } from '@nascente/domain/base/units/format';
import { COMPLETE, parseRate, rateToNumber, rateToText } from '@nascente/domain/base/units/rate';
import type { VatPeriod } from '@nascente/domain/sites/tariffs/vat-periods';
import type { AuditTrail } from '../../people/audit/index.ts';
import { createPerRequestCache } from '../../platform/database/one-reading.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { InvalidInput, NotFound } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { createVatPeriodsRepository } from './vat-periods.repository.ts';

const toPeriod = ({ validFrom, cbs, ibsState, ibsMunicipal, ...rest }: VatPeriodJson): VatPeriod => ({
  ...rest,
  validFrom: civilDate(validFrom),
  cbs: parseRate(cbs),
  ibsState: parseRate(ibsState),
  ibsMunicipal: parseRate(ibsMunicipal),
});

/** A period in the format of the API. */
export const toVatAnswer = ({ cbs, ibsState, ibsMunicipal, ...rest }: VatPeriod): VatPeriodJson => ({
  ...rest,
  cbs: rateToText(cbs),
  ibsState: rateToText(ibsState),
  ibsMunicipal: rateToText(ibsMunicipal),
});

const percent = (rate: VatPeriod['cbs']): string => `${formatNumber(rateToNumber(rate) * 100, 2)}%`;

/** CBS and IBS as national, dated parameters. */
export const createVatPeriodsService = ({ db, audit }: { db: Connection; audit: AuditTrail }) => {
  const perRequest = createPerRequestCache<readonly VatPeriod[]>();

  const stored = createVatPeriodsRepository(db);

  return {
    /** All periods, oldest first, for bills. */
    periods: (): Promise<readonly VatPeriod[]> => perRequest('', stored.list),
    async list(caller: Caller): Promise<VatPeriodJson[]> {
      requirePermission(caller, 'see-tariffs');
      return (await stored.list()).map(toVatAnswer);
    },
    async save(caller: Actor, input: VatPeriodJson): Promise<VatPeriodJson> {
      requirePermission(caller, 'edit-tariffs');
      const period = toPeriod(input);
      const { cbs, ibsState, ibsMunicipal } = period;
      if (cbs + ibsState + ibsMunicipal >= COMPLETE)
        throw new InvalidInput('A CBS e o IBS somam 100% ou mais: confira as alíquotas.', []);
      const detail = {
        since: formatDay(period.validFrom),
        rates: `CBS ${percent(cbs)}, IBS ${percent(ibsState)} + ${percent(ibsMunicipal)}`,
        source: period.source,
      };
      await db.transaction().execute(async (within) => {
        await createVatPeriodsRepository(within).save(period);
        await audit.record({ action: 'vat-period-saved', by: caller, subjectId: null, detail }, within);
      });
      return toVatAnswer(period);
    },
    /** Throws NotFound if no period begins on the day. */
    async remove(caller: Actor, validFrom: CivilDate): Promise<void> {
      requirePermission(caller, 'edit-tariffs');
      await db.transaction().execute(async (within) => {
        const isRemoved = await createVatPeriodsRepository(within).remove(validFrom);
        if (!isRemoved) throw new NotFound('Não há regra de CBS e IBS que comece neste dia.');
        const detail = { since: formatDay(validFrom) };
        await audit.record({ action: 'vat-period-removed', by: caller, subjectId: null, detail }, within);
      });
    },
  };
};

export type VatPeriodsService = ReturnType<typeof createVatPeriodsService>;
