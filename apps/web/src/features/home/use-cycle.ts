import type { AnswerOf } from '@nascente/contract/call';
import { type MonthSoFar, readMonth } from '@nascente/contract/consumption';
import type { Board } from '@nascente/contract/meters';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { queryFor } from '../../shared/api-client.ts';
import { type Loaded, loadedTogether } from './loaded.ts';
import { mergeMonths } from './merge-months.ts';

const REFRESH_MS = 60_000;

type Answers = UseQueryResult<AnswerOf<typeof readMonth>>[];

const together = (answers: Answers): Loaded<MonthSoFar> =>
  loadedTogether(answers, (parts) => mergeMonths(parts.map(({ consolidated }) => consolidated)));

const apart = (answers: Answers): readonly (MonthSoFar | null)[] =>
  answers.map(({ data }) => data?.consolidated ?? null);

const cycleQuery = (board: Board) => ({
  ...queryFor(readMonth, { params: { mac: board.macAddress } }),
  refetchInterval: REFRESH_MS,
});

/** The current cycle of these meters together. */
export const useCycle = (boards: readonly Board[]): Loaded<MonthSoFar> =>
  useQueries({ queries: boards.map(cycleQuery), combine: together });

/** The current cycle of each of these meters, in their order; null where it is not known. */
export const useCycles = (boards: readonly Board[]): readonly (MonthSoFar | null)[] =>
  useQueries({ queries: boards.map(cycleQuery), combine: apart });
