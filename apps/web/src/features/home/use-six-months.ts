import type { AnswerOf } from '@nascente/contract/call';
import { readMonths } from '@nascente/contract/consumption';
import type { Board } from '@nascente/contract/meters';
import { type CivilMonth, lastMonths, toMonthOfYear } from '@nascente/domain/time/civil-month';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { queryFor } from '../../shared/api-client.ts';
import { type Loaded, loadedTogether } from './loaded.ts';
import { type MonthRow, monthRows } from './month-bars.ts';

const MONTHS = 6;

const together = (answers: UseQueryResult<AnswerOf<typeof readMonths>>[]): Loaded<readonly MonthRow[]> =>
  loadedTogether(answers, (parts) => monthRows(parts.map(({ hist }) => hist)));

/** The last six civil months of these meters together, the current one included. */
export const useSixMonths = (boards: readonly Board[], current: CivilMonth): Loaded<readonly MonthRow[]> =>
  useQueries({
    queries: boards.map((board) =>
      queryFor(readMonths, {
        params: { mac: board.macAddress },
        body: { months: lastMonths(current, MONTHS).map(toMonthOfYear) },
      }),
    ),
    combine: together,
  });
