import { MAX_FIGURES, type PortfolioEntries, readPortfolio } from '@nascente/contract/insight/portfolio';
import { type Establishment, listEstablishments } from '@nascente/contract/sites/establishments';
import { may } from '@nascente/domain/people/permissions';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryFor } from '../../shared/api/api-client.ts';
import type { MeterKind } from '../../shared/consumption/amount.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import type { EntryOf } from './portfolio-rows.ts';

const FRESH_MS = 60_000;
/** So many calls at once: the rest of the screen is answered meanwhile. */
const AT_ONCE = 2;

const isOfKind = ({ installations }: Establishment, kind: MeterKind): boolean =>
  installations.some(({ type }) => (type === 'water') === (kind === 'water'));

const ofKind = (all: readonly Establishment[] | undefined, kind: MeterKind): readonly Establishment[] =>
  (all ?? []).filter((one) => isOfKind(one, kind));

/** The establishments of one's own account; an Admin sees those of every customer, and compares none of them here. */
const useListed = () => {
  const { _id, profile } = useUser();
  const { data, ...query } = useQuery(queryFor(listEstablishments, {}));
  const listed = data?.establishments.filter(
    ({ owner }) => !may(profile, 'see-every-customer') || owner === _id,
  );
  return { listed, query };
};

const inCalls = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / MAX_FIGURES) }, (_, call) =>
    ids.slice(call * MAX_FIGURES, (call + 1) * MAX_FIGURES),
  );

/** The figures of establishments, asked for in calls of some at a time and shown as they come. */
const useFigures = (establishments: readonly Establishment[], type: MeterKind) => {
  const calls = inCalls(establishments.map(({ _id }) => _id).sort());
  const client = useQueryClient();
  const queries = calls.map((ids) => queryFor(readPortfolio, { body: { ids, type } }));
  const isAnswered = (call: number): boolean => {
    const query = queries[call];
    return query === undefined || client.getQueryState(query.queryKey)?.status !== 'pending';
  };
  const answers = useQueries({
    queries: queries.map((query, call) => ({
      ...query,
      staleTime: FRESH_MS,
      // Each waits until only the one before it is still on its way.
      enabled: isAnswered(call - AT_ONCE),
    })),
  });
  const entries = new Map<string, PortfolioEntries[number]>();
  for (const [call, ids] of calls.entries())
    for (const [index, id] of ids.entries()) {
      const entry = answers[call]?.data?.establishments[index];
      if (entry !== undefined) entries.set(id, entry);
    }
  const failed = answers.find(({ isError }) => isError);
  return { entries, failed };
};

/** @param wanted - of which kind; null: electricity, or water where only of that there is something to compare */
export const usePortfolio = (wanted: MeterKind | null) => {
  const { listed: all, query } = useListed();
  const [electric, water] = [ofKind(all, 'eletric'), ofKind(all, 'water')];
  const usual: MeterKind = electric.length < 2 && water.length > 1 ? 'water' : 'eletric';
  const kind = wanted ?? usual;
  const establishments = kind === 'water' ? water : electric;
  const { entries, failed } = useFigures(establishments, kind);
  const entryOf: EntryOf = (id) => entries.get(id);
  return {
    all,
    hasWater: water.length > 0,
    kind,
    usual,
    establishments,
    entryOf,
    read: entries.size,
    failed,
    query,
  };
};
