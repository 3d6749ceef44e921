import type { Board } from '@nascente/contract/sites/meters';
import { isInverter } from '../../../shared/boards/solar-role.ts';

const generalOrAll = (boards: readonly Board[]): readonly Board[] => {
  const general = boards.filter((board) => board.isGeral);
  return general.length > 0 ? general : boards;
};

export const sourcesOf = (boards: readonly Board[]) => {
  const electric = boards.filter((board) => board.type === 'eletric' && !isInverter(board));
  const hasGeneral = electric.some((board) => board.isGeral);
  return {
    electric: generalOrAll(electric),
    water: generalOrAll(boards.filter((board) => board.type === 'water')),
    parts: hasGeneral ? electric.filter((board) => !board.isGeral) : [],
  };
};

/** The general meter first, then by name (specification, section 2), electricity before water. */
export const inListOrder = (boards: readonly Board[]): readonly Board[] =>
  [...boards].sort(
    (a, b) =>
      Number(b.isGeral && b.type === 'eletric') - Number(a.isGeral && a.type === 'eletric') ||
      Number(b.isGeral) - Number(a.isGeral) ||
      a.name.localeCompare(b.name, 'pt-BR', { numeric: true }),
  );
