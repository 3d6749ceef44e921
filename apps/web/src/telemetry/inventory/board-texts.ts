import type { InventoryBoard } from '@nascente/contract/telemetry/inventory';
import type { BoardEquipment, BoardModel, BoardTraits } from '@nascente/domain/sites/boards/board-traits';
import { utilityNames } from '../../shared/boards/board-texts.ts';

export const modelNames: Readonly<Record<BoardModel, string>> = { mono: 'Monofásico', tri: 'Trifásico' };
export const equipmentNames: Readonly<Record<BoardEquipment, string>> = { emd: 'EMD', emd3p: 'EMD3P' };

/** Water boards have no phases. */
export const traitsText = ({ type, model, equipment }: BoardTraits): string =>
  [utilityNames[type], type === 'water' ? null : modelNames[model], equipmentNames[equipment]]
    .filter((word) => word !== null)
    .join(' · ');

/**
 * State of a board in lists. Online follows the board's reporting interval, as in meter lists, whatever its
 * connection: a board may connect for each message only.
 */
export type BoardState = 'stock' | 'silent' | 'online';

export const boardState = ({
  installation,
  silent,
}: Pick<InventoryBoard, 'installation' | 'silent'>): BoardState => {
  if (installation === null) return 'stock';
  return silent ? 'silent' : 'online';
};
