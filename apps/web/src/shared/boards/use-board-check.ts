import { type Board, validateBoard, verifyMeter } from '@nascente/contract/meters';
import { normalizeMac } from '@nascente/domain/metering/mac';
import { useQuery } from '@tanstack/react-query';
import { queryFor, request } from '../api-client.ts';
import { ApiFailure } from '../api-failure.ts';
import { useSettled } from '../forms/use-settled.ts';

/** Spec, section 9: how long a MAC rests before it is checked. */
const REST_MS = 1000;
const UNEXPECTED = 'Ops, algo inesperado aconteceu com a operação, tente novamente mais tarde.';

/** A board that exists and is free. */
export interface FreeBoard {
  readonly mac: string;
  readonly type: Board['type'];
  readonly model: Board['model'];
}

export type BoardCheck =
  | { readonly state: 'idle' | 'running' }
  | { readonly state: 'free'; readonly board: FreeBoard }
  | { readonly state: 'unknown' }
  /** In use, in the server's words. */
  | { readonly state: 'refused'; readonly msg: string }
  | { readonly state: 'failed'; readonly msg: string; readonly retry: () => void };

/** Throws what the server refuses; null for a board that nobody has provisioned. */
const check = async (mac: string, signal: AbortSignal): Promise<FreeBoard | null> => {
  const { exists } = await request(validateBoard, { body: { id: mac } }, signal);
  if (!exists) return null;
  const { type, model } = await request(verifyMeter, { params: { mac } }, signal);
  return type === null || model === null ? null : { mac, type, model };
};

/** Asks about a MAC once it has rested for a second; what is no MAC is not asked about. */
export const useBoardCheck = (typed: string): BoardCheck => {
  const mac = normalizeMac(typed);
  const settled = useSettled(mac, REST_MS);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: queryFor(validateBoard, { body: { id: settled ?? '' } }).queryKey.concat('check'),
    queryFn: ({ signal }) => check(settled ?? '', signal),
    enabled: settled !== null,
    retry: false,
    // Somebody else may install it meanwhile.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (mac === null) return { state: 'idle' };
  if (settled === null || isFetching) return { state: 'running' };
  if (error instanceof ApiFailure && error.status === 403) return { state: 'refused', msg: error.msg };
  if (error) return { state: 'failed', msg: UNEXPECTED, retry: () => void refetch() };
  if (data === undefined) return { state: 'running' };
  return data === null ? { state: 'unknown' } : { state: 'free', board: data };
};
