import type { VatPeriodJson } from '@nascente/contract/sites/vat-periods';
import { type CivilDate, civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay, formatNumber } from '@nascente/domain/base/units/format';
import { COMPLETE, parseRate, rateToNumber, rateToText } from '@nascente/domain/base/units/rate';
import type { VatPeriod } from '@nascente/domain/sites/tariffs/vat-periods';
import type { AuditTrail } from '../../people/audit/index.ts';
import { createPerRequestCache } from '../../platform/database/one-reading.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { PREPARED } from '../../platform/database/planned-statement.ts';
import { InvalidInput, NotFound } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';

const toPeriod = ({ validFrom, cbs, ibsState, ibsMunicipal, ...rest }: VatPeriodJson): VatPeriod => ({
  ...rest,
  validFrom: civilDate(validFrom),
  cbs: parseRate(cbs),
  ibsState: parseRate(ibsState),
  ibsMunicipal: parseRate(ibsMunicipal),
});

const toAnswer = ({ cbs, ibsState, ibsMunicipal, ...rest }: VatPeriod): VatPeriodJson => ({
  ...rest,
  cbs: rateToText(cbs),
  ibsState: rateToText(ibsState),
  ibsMunicipal: rateToText(ibsMunicipal),
});

const percent = (rate: VatPeriod['cbs']): string => `${formatNumber(rateToNumber(rate) * 100, 2)}%`;

/** CBS and IBS as national, dated parameters. */
export const createVatPeriodsService = ({ db, audit }: { db: Connection; audit: AuditTrail }) => {
  const perRequest = createPerRequestCache<readonly VatPeriod[]>();

  const read = async (): Promise<readonly VatPeriod[]> => {
    const rows = await db
      .selectFrom('vat_period')
      .selectAll()
      .orderBy('valid_from')
      .modifyEnd(PREPARED)
      .execute();
    return rows.map((row) => ({
      validFrom: row.valid_from,
      cbs: parseRate(row.cbs),
      ibsState: parseRate(row.ibs_state),
      ibsMunicipal: parseRate(row.ibs_municipal),
      effect: row.effect,
      endsPisCofins: row.ends_pis_cofins,
      source: row.source,
      isConfirmed: row.is_confirmed,
    }));
  };

  return {
    /** All periods, oldest first, for bills. */
    periods: (): Promise<readonly VatPeriod[]> => perRequest('', read),
    async list(caller: Caller): Promise<VatPeriodJson[]> {
      requirePermission(caller, 'see-tariffs');
      return (await read()).map(toAnswer);
    },
    async save(caller: Actor, input: VatPeriodJson): Promise<VatPeriodJson> {
      requirePermission(caller, 'edit-tariffs');
      const period = toPeriod(input);
      const { cbs, ibsState, ibsMunicipal } = period;
      if (cbs + ibsState + ibsMunicipal >= COMPLETE)
        throw new InvalidInput('A CBS e o IBS somam 100% ou mais: confira as alíquotas.', []);
      const values = {
        cbs: input.cbs,
        ibs_state: input.ibsState,
        ibs_municipal: input.ibsMunicipal,
        effect: period.effect,
        ends_pis_cofins: period.endsPisCofins,
        source: period.source,
        is_confirmed: period.isConfirmed,
      };
      const detail = {
        since: formatDay(period.validFrom),
        rates: `CBS ${percent(cbs)}, IBS ${percent(ibsState)} + ${percent(ibsMunicipal)}`,
        source: period.source,
      };
      await db.transaction().execute(async (within) => {
        await within
          .insertInto('vat_period')
          .values({ valid_from: period.validFrom, ...values })
          .onConflict((conflict) => conflict.column('valid_from').doUpdateSet(values))
          .execute();
        await audit.record({ action: 'vat-period-saved', by: caller, subjectId: null, detail }, within);
      });
      return toAnswer(period);
    },
    /** Throws NotFound if no period begins on the day. */
    async remove(caller: Actor, validFrom: CivilDate): Promise<void> {
      requirePermission(caller, 'edit-tariffs');
      await db.transaction().execute(async (within) => {
        const removed = await within
          .deleteFrom('vat_period')
          .where('valid_from', '=', validFrom)
          .returning('valid_from')
          .executeTakeFirst();
        if (removed === undefined) throw new NotFound('Não há regra de CBS e IBS que comece neste dia.');
        const detail = { since: formatDay(validFrom) };
        await audit.record({ action: 'vat-period-removed', by: caller, subjectId: null, detail }, within);
      });
    },
  };
};

export type VatPeriodsService = ReturnType<typeof createVatPeriodsService>;
