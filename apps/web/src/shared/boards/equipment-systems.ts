import type { Board } from '@nascente/contract/sites/meters';
import { nameOrder } from '../fold-for-search.ts';

/** The systems of meters with their boards, sorted by name; names that differ only in case or accents are one system. */
export const systemsOf = (boards: readonly Board[]) => {
  const systems: { name: string; boards: Board[] }[] = [];
  for (const board of boards) {
    const { system } = board;
    if (system === null) continue;
    const match = systems.find(({ name }) => nameOrder.compare(name, system) === 0);
    if (match === undefined) systems.push({ name: system, boards: [board] });
    else match.boards.push(board);
  }
  return systems.sort((one, other) => nameOrder.compare(one.name, other.name));
};

export const isOfSystem = (board: Board, name: string): boolean =>
  board.system !== null && nameOrder.compare(board.system, name) === 0;

export const pathOfSystem = (name: string): string => `/system/${encodeURIComponent(name)}`;
