import type { Board } from '@nascente/contract/sites/meters';
import { useState } from 'react';
import { isInverter } from '../../../shared/boards/solar-role.ts';
import { foldForSearch, nameOrder } from '../../../shared/fold-for-search.ts';
import { readPreference, writePreference } from '../../../shared/session-state/local-preference.ts';

export type Order = 'name' | 'establishment' | 'lastSeen';
export type Shown = 'all' | 'online' | 'silent';
export type MeterType = 'electric' | 'water' | 'generation';

export interface Filters {
  search: string;
  /** Null: all establishments. */
  establishmentId: string | null;
  /** Null: all types. */
  type: MeterType | null;
  order: Order;
}

export interface Choice extends Filters {
  shown: Shown;
}

/** The general meter precedes the parts of its establishment. */
const byEstablishment = (one: Board, other: Board) =>
  nameOrder.compare(one.establishmentName, other.establishmentName) ||
  Number(other.isGeral) - Number(one.isGeral) ||
  nameOrder.compare(one.name, other.name);

const comparisons: Readonly<Record<Order, (one: Board, other: Board) => number>> = {
  name: (one, other) => nameOrder.compare(one.name, other.name) || byEstablishment(one, other),
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

const SHOWN: readonly Shown[] = ['all', 'online', 'silent'];

export type View = 'list' | 'grid';

/** View preferences on this device. */
export const useMetersPreferences = () => {
  const [view, setView] = useState<View>(readPreference('meters-view') === 'grid' ? 'grid' : 'list');
  const [shown, setShown] = useState<Shown>(
    () => SHOWN.find((one) => one === readPreference('meters-shown')) ?? 'all',
  );
  return {
    view,
    shown,
    chooseView: (next: View) => {
      writePreference('meters-view', next);
      setView(next);
    },
    chooseShown: (next: Shown) => {
      writePreference('meters-shown', next);
      setShown(next);
    },
  };
};
