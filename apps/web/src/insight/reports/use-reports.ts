import { listReports, type Report, type ReportKind } from '@nascente/contract/insight/reports';
import { useInfiniteQuery } from '@tanstack/react-query';
import { request } from '../../shared/api/api-client.ts';
import { BY_PAGES, pageFrom } from '../../shared/api/pages.ts';

/** While a report is being made. */
const QUICKLY_MS = 1_000;
const SLOWLY_MS = 60_000;

const isUnderWay = ({ state }: Report): boolean => state === 'waiting' || state === 'making';

export const useReports = (kind: ReportKind | null) =>
  useInfiniteQuery({
    queryKey: [listReports.name, kind],
    ...BY_PAGES,
    queryFn: ({ pageParam, signal }) =>
      request(listReports, { query: { ...pageFrom(pageParam), ...(kind !== null && { kind }) } }, signal),
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ reports }) => reports.some(isUnderWay)) ? QUICKLY_MS : SLOWLY_MS,
  });
