import type { Board } from '@nascente/contract/sites/meters';
import { isInverter } from '../../../shared/boards/solar-role.ts';
import { foldForSearch } from '../../../shared/fold-for-search.ts';

const orders = ['name', 'establishment', 'lastSeen'] as const;
export type Order = (typeof orders)[number];
export type Shown = 'all' | 'online' | 'silent';
export type MeterType = 'electric' | 'water' | 'generation';

export interface Choice {
  shown: Shown;
  search: string;
  /** Null: all, and all types. */
  establishmentId: string | null;
  type: MeterType | null;
  order: Order;
}

const text = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' });

/** The general meter precedes the parts of its establishment. */
const byEstablishment = (one: Board, other: Board) =>
  text.compare(one.establishmentName, other.establishmentName) ||
  Number(other.isGeral) - Number(one.isGeral) ||
  text.compare(one.name, other.name);

const comparisons: Readonly<Record<Order, (one: Board, other: Board) => number>> = {
  name: (one, other) => text.compare(one.name, other.name) || byEstablishment(one, other),
  establishment: byEstablishment,
  lastSeen: (one, other) =>
    (other.lastSeen ?? '').localeCompare(one.lastSeen ?? '') || byEstablishment(one, other),
};

/** The quantity of a meter; at an inverter, generation. */
export const typeOf = (board: Board): MeterType => {
  if (board.type === 'water') return 'water';
  return isInverter(board) ? 'generation' : 'electric';
};

/** The matching meters, in order. Search covers names, establishments and MAC addresses. */
export const chooseMeters = (
  boards: readonly Board[],
  { shown, search, establishmentId, type, order }: Choice,
): Board[] => {
  const sought = foldForSearch(search);
  return boards
    .filter(({ online }) => shown === 'all' || online === (shown === 'online'))
    .filter((board) => establishmentId === null || board.establishmentId === establishmentId)
    .filter((board) => type === null || typeOf(board) === type)
    .filter(
      ({ Alias, macAddress }) => sought === '' || foldForSearch(`${Alias} ${macAddress}`).includes(sought),
    )
    .sort(comparisons[order]);
};
