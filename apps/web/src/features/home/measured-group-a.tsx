import type { AnswerOf } from '@nascente/contract/call';
import { readPeriod } from '@nascente/contract/consumption';
import type { Board } from '@nascente/contract/meters';
import type { CivilDate } from '@nascente/domain/time/civil-day';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { queryFor } from '../../shared/api-client.ts';
import { groupAEnergy } from './group-a.ts';
import { GroupATable } from './group-a-table.tsx';
import { loadedTogether } from './loaded.ts';

interface MeasuredGroupAProps {
  readonly boards: readonly Board[];
  readonly start: string;
  readonly today: CivilDate;
}

const together = (answers: UseQueryResult<AnswerOf<typeof readPeriod>>[]) =>
  loadedTogether(answers, (parts) => groupAEnergy(parts.map(({ consolidated }) => consolidated)));

/** By what the meters show, where no bill of Group A is made: without the windows of a tariff. */
export const MeasuredGroupA = ({ boards, start, today }: MeasuredGroupAProps) => {
  const { data } = useQueries({
    queries: boards.map((board) =>
      queryFor(readPeriod, { body: { meter: board.macAddress, dateStart: start, dateEnd: today } }),
    ),
    combine: together,
  });
  return <GroupATable energy={data} />;
};
