import { type Board, validateBoard } from '@nascente/contract/sites/meters';
import { readClaim } from '@nascente/domain/sites/boards/claim-code';
import { normalizeMac } from '@nascente/domain/sites/boards/mac';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, request } from '../api/api-client.ts';
import { ApiFailure } from '../api/api-failure.ts';
import { useSettled } from '../forms/use-settled.ts';

/** Specification, section 9: the pause before a MAC is checked. */
const REST_MS = 1000;
const UNEXPECTED = 'Ops, algo inesperado aconteceu com a operação, tente novamente mais tarde.';

/** An available board, with the proof of possession. */
export interface FreeBoard {
  readonly mac: string;
  readonly code?: string;
  readonly type: Board['type'];
  readonly model: Board['model'];
}

export type BoardCheck =
  | { readonly state: 'idle' | 'running' }
  /** The board is in stock; its claim code reveals type and model. */
  | { readonly state: 'asks-code'; readonly mac: string }
  | { readonly state: 'free'; readonly board: FreeBoard }
  | { readonly state: 'unknown' }
  /** The board is in use, or too many codes were wrong; the message is the server's. */
  | { readonly state: 'refused'; readonly msg: string }
  | { readonly state: 'failed'; readonly msg: string; readonly retry: () => void };

interface Requested {
  readonly mac: string;
  readonly code?: string;
}

interface CheckedBoard {
  readonly exists: boolean;
  readonly asksCode: boolean;
  readonly board: FreeBoard | null;
}

const check = async (requested: Requested, signal: AbortSignal): Promise<CheckedBoard> => {
  const { mac: id, code } = requested;
  const body = { id, ...(code !== undefined && { code }) };
  const { exists, asksCode, type, model } = await request(validateBoard, { body }, signal);
  const isProved = exists && type !== null && model !== null;
  return { exists, asksCode, board: isProved ? { ...requested, type, model } : null };
};

/** The proof once complete: an invalid code is not sent. */
const provingText = (typed: string): string | undefined => {
  const claim = readClaim(typed);
  if (claim.kind === 'code') return claim.code;
  return claim.kind === 'key' ? claim.key : undefined;
};

const asText = ({ mac, code = '' }: Requested): string => `${mac} ${code}`;

const queryOf = (text: string): Requested => {
  const [mac = '', code = ''] = text.split(' ');
  return { mac, ...(code !== '' && { code }) };
};

/** The state of a failed check. */
const failureOf = (error: Error, retry: () => void): BoardCheck => {
  if (error instanceof ApiFailure && (error.status === 403 || error.status === 429))
    return { state: 'refused', msg: error.msg };
  return { state: 'failed', msg: UNEXPECTED, retry };
};

const resultOf = ({ exists, board }: CheckedBoard, mac: string): BoardCheck => {
  if (board !== null) return { state: 'free', board };
  return exists ? { state: 'asks-code', mac } : { state: 'unknown' };
};

/** Checks a MAC and claim code once both are valid and unchanged for a second. */
export const useBoardCheck = (
  typedMac: string,
  typedCode: string,
): { readonly check: BoardCheck; readonly asksCode: boolean } => {
  const mac = normalizeMac(typedMac);
  const code = provingText(typedCode);
  const settled = useSettled(
    mac === null ? null : asText({ mac, ...(code !== undefined && { code }) }),
    REST_MS,
  );
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: queryFor(validateBoard, { body: { id: settled ?? '' } }).queryKey.concat('check'),
    queryFn: ({ signal }) => check(queryOf(settled ?? ''), signal),
    enabled: settled !== null,
    retry: false,
    // Another person may install it meanwhile.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  // The server, not the board, decides whether a code is needed, so the field stays while another MAC is typed.
  const [asksCode, setAsksCode] = useState(false);
  if (data !== undefined && data.asksCode !== asksCode) setAsksCode(data.asksCode);
  const judged = (): BoardCheck => {
    if (mac === null) return { state: 'idle' };
    if (settled === null || isFetching) return { state: 'running' };
    if (error) return failureOf(error, () => void refetch());
    return data === undefined ? { state: 'running' } : resultOf(data, mac);
  };
  return { check: judged(), asksCode: asksCode || typedCode !== '' };
};
