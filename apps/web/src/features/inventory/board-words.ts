import type { InventoryBoard } from '@nascente/contract/inventory';
import type {
  BoardEquipment,
  BoardModel,
  BoardTraits,
  BoardType,
} from '@nascente/domain/metering/board-traits';

export const typeNames: Readonly<Record<BoardType, string>> = { eletric: 'Energia', water: 'Água' };
export const modelNames: Readonly<Record<BoardModel, string>> = { mono: 'Monofásico', tri: 'Trifásico' };
export const equipmentNames: Readonly<Record<BoardEquipment, string>> = { emd: 'EMD', emd3p: 'EMD3P' };

/** Phases say nothing of water. */
export const traitsText = ({ type, model, equipment }: BoardTraits): string =>
  [typeNames[type], type === 'water' ? null : modelNames[model], equipmentNames[equipment]]
    .filter((word) => word !== null)
    .join(' · ');

/** What a list says of a board: only who is heard, and has not lost its connection, is online. */
export type BoardState = 'stock' | 'disconnected' | 'silent' | 'online';

export const boardState = ({
  installation,
  silent,
  connection,
}: Pick<InventoryBoard, 'installation' | 'silent' | 'connection'>): BoardState => {
  if (installation === null) return 'stock';
  if (silent) return 'silent';
  return connection !== null && connection.disconnectedAt !== null ? 'disconnected' : 'online';
};
