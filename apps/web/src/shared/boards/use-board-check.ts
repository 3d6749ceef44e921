import { type Board, validateBoard } from '@nascente/contract/sites/meters';
import { readClaim } from '@nascente/domain/sites/boards/claim-code';
import { normalizeMac } from '@nascente/domain/sites/boards/mac';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, request } from '../api/api-client.ts';
import { ApiFailure } from '../api/api-failure.ts';
import { useSettled } from '../forms/use-settled.ts';

/** Spec, section 9: how long a MAC rests before it is checked. */
const REST_MS = 1000;
const UNEXPECTED = 'Ops, algo inesperado aconteceu com a operação, tente novamente mais tarde.';

/** A board that exists and is free, and what was typed to prove that it is in this person's hands. */
export interface FreeBoard {
  readonly mac: string;
  readonly code?: string;
  readonly type: Board['type'];
  readonly model: Board['model'];
}

export type BoardCheck =
  | { readonly state: 'idle' | 'running' }
  /** The board is in stock; its type and model follow once the code of its label is typed. */
  | { readonly state: 'asks-code'; readonly mac: string }
  | { readonly state: 'free'; readonly board: FreeBoard }
  | { readonly state: 'unknown' }
  /** In use, or too many wrong codes, in the server's words. */
  | { readonly state: 'refused'; readonly msg: string }
  | { readonly state: 'failed'; readonly msg: string; readonly retry: () => void };

interface Asked {
  readonly mac: string;
  readonly code?: string;
}

interface CheckedBoard {
  readonly exists: boolean;
  readonly asksCode: boolean;
  /** Null without the code that the board needs. */
  readonly board: FreeBoard | null;
}

const check = async (asked: Asked, signal: AbortSignal): Promise<CheckedBoard> => {
  const { mac: id, code } = asked;
  const body = { id, ...(code !== undefined && { code }) };
  const { exists, asksCode, type, model } = await request(validateBoard, { body }, signal);
  const isProved = exists && type !== null && model !== null;
  return { exists, asksCode, board: isProved ? { ...asked, type, model } : null };
};

/** What proves it, once it is whole: a code with a slip is not asked about. */
const provingText = (typed: string): string | undefined => {
  const claim = readClaim(typed);
  if (claim.kind === 'code') return claim.code;
  return claim.kind === 'key' ? claim.key : undefined;
};

const asText = ({ mac, code = '' }: Asked): string => `${mac} ${code}`;

const askedOf = (text: string): Asked => {
  const [mac = '', code = ''] = text.split(' ');
  return { mac, ...(code !== '' && { code }) };
};

/** What a failed check shows. */
const failureOf = (error: Error, retry: () => void): BoardCheck => {
  if (error instanceof ApiFailure && (error.status === 403 || error.status === 429))
    return { state: 'refused', msg: error.msg };
  return { state: 'failed', msg: UNEXPECTED, retry };
};

const resultOf = ({ exists, board }: CheckedBoard, mac: string): BoardCheck => {
  if (board !== null) return { state: 'free', board };
  return exists ? { state: 'asks-code', mac } : { state: 'unknown' };
};

/** Asks about a MAC, and the code of its label, once both have rested for a second; what is no MAC is not asked about. */
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
    queryFn: ({ signal }) => check(askedOf(settled ?? ''), signal),
    enabled: settled !== null,
    retry: false,
    // Somebody else may install it meanwhile.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  // It is a matter of the installation, not of the board: the field stays while another MAC is typed.
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
