import type { TouRule } from '@nascente/contract/energy/tou-periods';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import type { ReadingCalendar } from '@nascente/domain/base/time/reading-cycles';
import {
  type TouSpan,
  touPeriodsOfSpans,
  touSpans,
} from '@nascente/domain/energy/tou-periods/quarters-by-tou-period';
import type { TouPeriodsOn } from '@nascente/domain/sites/tou-windows/tou-periods-by-window';
import { agreedTariffsOf, type EstablishmentFactsRepository } from '../../sites/establishments/index.ts';
import type { TariffNames, TariffsService } from '../../sites/tariffs/index.ts';

interface TouPeriodsQuery {
  readonly establishmentId: string;
  readonly calendar: ReadingCalendar;
  readonly first: CivilDate;
  readonly last: CivilDate;
  readonly today: CivilDate;
}

/** The time-of-use periods of some days: as intervals of days, by day, and in the format of the API. */
export interface TouPeriodsInForce {
  readonly spans: readonly TouSpan<TariffNames>[];
  readonly touPeriodsOn: TouPeriodsOn;
  readonly rules: TouRule[];
}

export type EstablishmentTouReader = ReturnType<typeof createEstablishmentTouReader>;

/** Water has no time-of-use periods. */
export const NO_TOU_PERIODS: TouPeriodsInForce = {
  spans: [],
  touPeriodsOn: touPeriodsOfSpans([]),
  rules: [],
};

const toRule = ({ first, last, tariff, windows }: TouSpan<TariffNames>): TouRule => {
  const named = tariff && {
    _id: tariff.id,
    distributor: tariff.distributor,
    group: tariff.group,
    comment: tariff.comment,
    color: tariff.color,
    modality: tariff.modality,
  };
  return {
    start: first,
    end: last,
    tariff: named,
    windows: { ...windows, intermediate: [...windows.intermediate] },
  };
};

export const createEstablishmentTouReader = (needs: {
  facts: Pick<EstablishmentFactsRepository, 'read'>;
  tariffs: Pick<TariffsService, 'find'>;
}) => {
  const { facts, tariffs } = needs;
  return {
    /** The time-of-use periods in the electricity bills of an establishment, for callers who may see the establishment. */
    async read({ establishmentId, ...days }: TouPeriodsQuery): Promise<TouPeriodsInForce> {
      const found = await facts.read(establishmentId);
      const agreed = found === null ? [] : agreedTariffsOf(found);
      // Contracts with the same tariff refer to the same object, so their days are joined into one interval.
      const ids = [...new Set(agreed.flatMap(({ tariffId }) => tariffId ?? []))];
      const termsOf = new Map(
        await Promise.all(ids.map(async (id) => [id, await tariffs.find(id)] as const)),
      );
      const dated = agreed.map(({ validFrom, tariffId }) => {
        const terms = tariffId === null ? null : (termsOf.get(tariffId) ?? null);
        return { validFrom, tariff: terms?.names ?? null, versions: terms?.rules ?? [] };
      });
      const spans = touSpans(dated, days);
      return { spans, touPeriodsOn: touPeriodsOfSpans(spans), rules: spans.map(toRule) };
    },
  };
};
