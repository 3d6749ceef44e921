import type { Board } from '@nascente/contract/sites/meters';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { useQuery } from '@tanstack/react-query';
import { isInverter } from '../../../shared/boards/solar-role.ts';
import { DAYS_STALE_MS, daysQuery } from '../analysis/days-query.ts';
import { defaultPeriod } from '../period/period-range.ts';
import { type GenerationWay, wayOf } from './generated.ts';

/** The flow direction of the last days at an inverter's meter; otherwise null. */
export const useGenerationWay = (board: Board, today: CivilDate): GenerationWay | null => {
  const isGenerating = isInverter(board);
  const { data } = useQuery({
    ...daysQuery(board.macAddress, defaultPeriod(today)),
    staleTime: DAYS_STALE_MS,
    enabled: isGenerating,
    select: ({ consolidated }) => wayOf(consolidated),
  });
  // The board's configured direction, until its days show another.
  return isGenerating ? (data ?? 'injected') : null;
};
