import type { AnswerOf } from '@nascente/contract/base/call';
import { readDay } from '@nascente/contract/energy/consumption';
import { readLastFrame } from '@nascente/contract/telemetry/readings';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { request } from '../../../shared/api/api-client.ts';

export type Day = AnswerOf<typeof readDay>;

interface CountedDay {
  readonly day: Day;
  /** Device time of the newest reading the server knew right after summing the day. */
  readonly countedUntil: Instant | null;
}

const REFRESH_MS = 60_000;
const LATE_READINGS_MS = 5 * 60_000;

/** The newest reading is queried after the day, so that no reading counts twice. */
const readCountedDay = async (mac: Mac, date: CivilDate, signal: AbortSignal): Promise<CountedDay> => {
  const day = await request(readDay, { params: { mac }, query: { date } }, signal);
  const { value } = await request(readLastFrame, { body: { id: mac } }, signal);
  return { day, countedUntil: value === null ? null : instant(Date.parse(value.date)) };
};

/** Today is refetched every minute; live messages are added in between. */
export const useDay = (mac: Mac, date: CivilDate, today: CivilDate) =>
  useQuery({
    queryKey: ['countedDay', mac, date],
    queryFn: ({ signal }) => readCountedDay(mac, date, signal),
    refetchInterval: date === today ? REFRESH_MS : false,
    staleTime: date === today ? 0 : LATE_READINGS_MS,
    placeholderData: keepPreviousData,
  });
