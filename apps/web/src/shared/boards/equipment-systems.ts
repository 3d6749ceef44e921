import type { Board } from '@nascente/contract/sites/meters';

/** The meters of one system of equipment, such as the cold rooms. */
interface EquipmentSystem {
  readonly name: string;
  readonly boards: readonly Board[];
}

const words = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' });

/** Every system that a meter names, by name; capitals and accents make no other one. */
export const systemsOf = (boards: readonly Board[]): readonly EquipmentSystem[] => {
  const systems: { name: string; boards: Board[] }[] = [];
  for (const board of boards) {
    const { system } = board;
    if (system === null) continue;
    const match = systems.find(({ name }) => words.compare(name, system) === 0);
    if (match === undefined) systems.push({ name: system, boards: [board] });
    else match.boards.push(board);
  }
  return systems.sort((one, other) => words.compare(one.name, other.name));
};

/** Whether a board belongs to the system of that name. */
export const isOfSystem = (board: Board, name: string): boolean =>
  board.system !== null && words.compare(board.system, name) === 0;

export const pathOfSystem = (name: string): string => `/system/${encodeURIComponent(name)}`;
