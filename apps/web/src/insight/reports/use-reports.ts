import { listReports, type Report, type ReportKind } from '@nascente/contract/insight/reports';
import { useInfiniteQuery } from '@tanstack/react-query';
import { request } from '../../shared/api/api-client.ts';

const PAGE_SIZE = 20;
/** While a report is being made. */
const QUICKLY_MS = 1_000;
const SLOWLY_MS = 60_000;

const isUnderWay = ({ state }: Report): boolean => state === 'waiting' || state === 'making';

export const useReports = (kind: ReportKind | null) =>
  useInfiniteQuery({
    queryKey: [listReports.name, kind],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      request(
        listReports,
        {
          query: {
            limit: String(PAGE_SIZE) as '20',
            skip: String(pageParam),
            ...(kind !== null && { kind }),
          },
        },
        signal,
      ),
    getNextPageParam: ({ total }, pages) => {
      const shown = pages.length * PAGE_SIZE;
      return shown < total ? shown : undefined;
    },
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ reports }) => reports.some(isUnderWay)) ? QUICKLY_MS : SLOWLY_MS,
  });
