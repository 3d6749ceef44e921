import type { PortfolioFigures } from '@nascente/contract/portfolio';
import type { Caller } from '../../platform/http/caller.ts';
import type { EstablishmentCycleService, YearBeforeService } from '../establishment-consumption/index.ts';
import type { BoardType } from '../meters/index.ts';

export type ReadFigures = (caller: Caller, id: string, type: BoardType) => Promise<PortfolioFigures | null>;

/** Last year in as many hours as let it speak for all. */
const comparedOf = async (
  yearBefore: YearBeforeService,
  caller: Caller,
  id: string,
  type: BoardType,
): Promise<PortfolioFigures['yearBefore']> => {
  const compared = await yearBefore.read(caller, id, type);
  if (compared === null || compared.hours * 2 < compared.ofHours || compared.other <= 0) return null;
  return { current: compared.current, other: compared.other };
};

/** Of one establishment its cycle, as its card tells it, beside last year; null where nothing measured it. */
export const createPortfolioFigures =
  (needs: { cycle: EstablishmentCycleService; yearBefore: YearBeforeService }): ReadFigures =>
  async (caller, id, type) => {
    const cycle = await needs.cycle.read(caller, id, type);
    if (cycle === null) return null;
    const { start, end, total, cost, completeness, forecast } = cycle;
    return {
      start,
      end,
      total,
      cost,
      forecast: { total: forecast.total, cost: forecast.cost },
      completeness,
      yearBefore: await comparedOf(needs.yearBefore, caller, id, type),
    };
  };
