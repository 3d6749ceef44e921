import type { Board } from '@nascente/contract/meters';
import { listTariffs, type Tariff } from '@nascente/contract/tariffs';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../api-client.ts';
import type { PostPrices } from './posts.ts';

const HOUR_MS = 3_600_000;

/** The prices that all of these meters share; null while unknown, or where they differ. */
const pricesOf = (
  boards: readonly Pick<Board, 'tax'>[],
  tariffs: readonly Tariff[] | undefined,
): PostPrices | null => {
  const [id, ...others] = new Set(boards.map((board) => board.tax));
  const tariff = others.length > 0 ? undefined : tariffs?.find((one) => one._id === id);
  if (tariff === undefined) return null;
  return { inPoint: tariff.inPointValue, interPoint: tariff.interPointValue, outPoint: tariff.outPointValue };
};

export const usePrices = (boards: readonly Pick<Board, 'tax'>[]): PostPrices | null => {
  const ids = [...new Set(boards.flatMap(({ tax }) => tax ?? []))].sort();
  const { data } = useQuery({
    // Only those asked for: with every distributor imported there are thousands.
    ...queryFor(listTariffs, { query: { ids: ids.join(',') } }),
    staleTime: HOUR_MS,
    enabled: ids.length > 0,
    // Selected here, the prices stay the same object for as long as they are the same prices.
    select: ({ taxes }) => pricesOf(boards, taxes),
  });
  return data ?? null;
};
