import type { BodyInput } from '@nascente/contract/base/call';
import {
  countFrames,
  MAXIMUM_RANGE_MESSAGE,
  PAGE_SIZES,
  readFramePage,
} from '@nascente/contract/telemetry/readings';
import { addDays, type CivilDate, daysBetween, isCivilDate } from '@nascente/domain/base/time/civil-day';
import { addMonths, firstDayOf, lastDayOf, monthOf } from '@nascente/domain/base/time/civil-month';
import { HOUR_MS } from '@nascente/domain/base/time/zone';
import { formatDayRange } from '@nascente/domain/base/units/format';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { request } from '../../shared/api/api-client.ts';
import { pageIn, useAddress } from '../../shared/api/use-address.ts';

/** Civil days of the meter, both included: from 00:00:00 to 23:59:59. */
export interface HistoryRange {
  readonly start: CivilDate;
  readonly end: CivilDate;
}

/** Specification, section 5. */
const MAX_DAYS = 31;

export const faultsOf = (start: string, end: string, today: CivilDate) => {
  const isDate = { start: isCivilDate(start), end: isCivilDate(end) };
  const faultOfEnd = (): string | null => {
    if (!isCivilDate(end)) return 'Escolha a data final.';
    if (end > today) return 'A data final vai até hoje.';
    if (!isCivilDate(start)) return null;
    if (end < start) return 'A data final deve ser posterior à inicial.';
    return daysBetween(start, end) + 1 > MAX_DAYS ? MAXIMUM_RANGE_MESSAGE : null;
  };
  return { start: isDate.start ? null : 'Escolha a data inicial.', end: faultOfEnd() };
};

const longRange = (start: CivilDate, end: CivilDate): string =>
  `O endereço pede ${daysBetween(start, end) + 1} dias (${formatDayRange(start, end)}) e a pesquisa mostra no máximo ${MAX_DAYS}: estes são os primeiros.`;

/** The days in the address; the first ones where they are too many, today where none are valid. */
export const rangeFrom = (start: string | null, end: string | null, today: CivilDate) => {
  const onlyToday = { start: today, end: today };
  if (start === null && end === null) return { range: onlyToday, notice: null };
  const [first, last] = [start ?? '', end ?? ''];
  if (!isCivilDate(first) || !isCivilDate(last) || last < first || first > today) {
    return {
      range: onlyToday,
      notice: 'O período do endereço não pode ser pesquisado: este é o dia de hoje.',
    };
  }
  const measured = last > today ? today : last;
  const max = addDays(first, MAX_DAYS - 1);
  if (measured > max) return { range: { start: first, end: max }, notice: longRange(first, last) };
  const notice = last > today ? 'O endereço pede dias que ainda não vieram: as leituras vão até hoje.' : null;
  return { range: { start: first, end: measured }, notice };
};

const monthBefore = (today: CivilDate): HistoryRange => {
  const month = addMonths(monthOf(today), -1);
  return { start: firstDayOf(month), end: lastDayOf(month) };
};

/** Usual ranges. */
export const presetsOf = (
  today: CivilDate,
): readonly { readonly name: string; readonly range: HistoryRange }[] => [
  { name: 'Hoje', range: { start: today, end: today } },
  { name: 'Ontem', range: { start: addDays(today, -1), end: addDays(today, -1) } },
  { name: '7 dias', range: { start: addDays(today, -6), end: today } },
  { name: '30 dias', range: { start: addDays(today, -29), end: today } },
  { name: 'Mês passado', range: monthBefore(today) },
];

type PageSize = (typeof PAGE_SIZES)[number];

export interface HistorySearch {
  readonly range: HistoryRange;
  /** Why other days show than those in the address; null where they are equal. */
  readonly notice: string | null;
  /** The last hour, instead of the range. */
  readonly isLastHour: boolean;
  readonly size: PageSize;
  readonly page: number;
  /** The chart's column group; null: the most viewed. */
  readonly quantity: string | null;
}

/** Parameters of the address. */
const NAMES = ['inicio', 'fim', 'ultima', 'por', 'pagina', 'grandeza'] as const;
const DEFAULT_SIZE: PageSize = 50;

const sizeFrom = (text: string | null): PageSize =>
  PAGE_SIZES.find((size) => String(size) === text) ?? DEFAULT_SIZE;

export const searchFrom = (address: URLSearchParams, today: CivilDate): HistorySearch => ({
  ...rangeFrom(address.get('inicio'), address.get('fim'), today),
  isLastHour: address.get('ultima') === 'hora',
  size: sizeFrom(address.get('por')),
  page: pageIn(address),
  quantity: address.get('grandeza'),
});

/** Defaults are left out. */
export const addressOf = (
  { range, isLastHour, size, page, quantity }: Omit<HistorySearch, 'notice'>,
  today: CivilDate,
): URLSearchParams => {
  const address = new URLSearchParams();
  if (isLastHour) address.set('ultima', 'hora');
  else if (range.start !== today || range.end !== today) {
    address.set('inicio', range.start);
    address.set('fim', range.end);
  }
  if (size !== DEFAULT_SIZE) address.set('por', String(size));
  if (page !== 1) address.set('pagina', String(page));
  if (quantity !== null) address.set('grandeza', quantity);
  return address;
};

export const useHistorySearch = (today: CivilDate) => {
  const [address, changeAddress] = useAddress();
  const search = searchFrom(address, today);
  const change = useCallback(
    (changes: Partial<HistorySearch>) =>
      changeAddress((current) => {
        const next = addressOf({ ...searchFrom(current, today), ...changes }, today);
        return Object.fromEntries(NAMES.map((name) => [name, next.get(name)]));
      }),
    [changeAddress, today],
  );
  return { search, change };
};

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
