import type { BodyInput } from '@nascente/contract/base/call';
import { countFrames, readFramePage } from '@nascente/contract/telemetry/readings';
import { HOUR_MS } from '@nascente/domain/base/time/zone';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { request } from '../../shared/api/api-client.ts';
import type { HistorySearch } from './history-search.ts';

type Span = Pick<BodyInput<typeof countFrames>, 'dateIn' | 'dateOut'>;

/** The identity of an answer: meter, span, size and reload count. */
interface Requested extends Span {
  readonly mac: string;
  readonly size: HistorySearch['size'];
  readonly reloads: number;
}

const spanOf = ({ range, isLastHour }: HistorySearch, now: number): Span =>
  isLastHour ? { dateIn: now - HOUR_MS, dateOut: now } : { dateIn: range.start, dateOut: range.end };

/** The frames of a page and their total count. Consecutive pages use a cursor, so that new frames shift nothing; other pages use their number. */
export const useHistory = (mac: string, search: HistorySearch) => {
  const [{ reloads, at }, setReload] = useState(() => ({ reloads: 0, at: Date.now() }));
  const requested: Requested = { mac, ...spanOf(search, at), size: search.size, reloads };
  const cursors = useRef(new Map<string, string>());
  const keyOf = (page: number): string => JSON.stringify([requested, page]);
  const body = { id: mac, dateIn: requested.dateIn, dateOut: requested.dateOut };

  const count = useQuery({
    queryKey: [countFrames.name, mac, requested.dateIn, requested.dateOut, reloads],
    queryFn: ({ signal }) => request(countFrames, { body }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const rows = useQuery({
    queryKey: [readFramePage.name, requested, search.page],
    queryFn: async ({ signal }) => {
      const cursor = cursors.current.get(keyOf(search.page));
      const page = cursor === undefined ? { skip: (search.page - 1) * search.size } : { cursor };
      const answer = await request(readFramePage, { body: { ...body, limit: search.size, ...page } }, signal);
      if (answer.next !== null) cursors.current.set(keyOf(search.page + 1), answer.next);
      return answer.value;
    },
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });

  return {
    frames: rows.data,
    count: count.data?.value,
    failure: rows.error ?? count.error,
    isLoading: rows.isFetching,
    span: body,
    reloads,
    /** Refetches; the last hour then ends now. */
    reload: () => setReload(({ reloads: before }) => ({ reloads: before + 1, at: Date.now() })),
  };
};
