import type { Board } from '@nascente/contract/sites/meters';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { useQuery } from '@tanstack/react-query';
import { isInverter } from '../../../shared/boards/solar-role.ts';
import { DAYS_STALE_MS, daysQuery } from '../analysis/days-query.ts';
import { defaultPeriod } from '../period/period-range.ts';
import { type GenerationWay, wayOf } from './generated.ts';

/** Of a meter at an inverter the way in which most of the last days flowed; null of any other meter. */
export const useGenerationWay = (board: Board, today: CivilDate): GenerationWay | null => {
  const isGenerating = isInverter(board);
  const { data } = useQuery({
    ...daysQuery(board.macAddress, defaultPeriod(today)),
    staleTime: DAYS_STALE_MS,
    enabled: isGenerating,
    select: ({ consolidated }) => wayOf(consolidated),
  });
  // As boards are told to count it, until their days say otherwise.
  return isGenerating ? (data ?? 'injected') : null;
};
