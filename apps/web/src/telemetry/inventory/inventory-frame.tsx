import { NativeSelect } from '@mantine/core';
import type { InventoryBoard } from '@nascente/contract/telemetry/inventory';
import {
  type BoardEquipment,
  type BoardModel,
  type BoardTraits,
  boardEquipments,
  boardModels,
  boardTypes,
} from '@nascente/domain/sites/boards/board-traits';
import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { utilityNames } from '../../shared/boards/board-texts.ts';
import { optionsOf } from '../../shared/forms/fields/choice.tsx';
import { useMay } from '../../shared/session-state/use-may.ts';
import { NoAccess } from '../../shared/ui/page/no-access.tsx';

const modelNames: Readonly<Record<BoardModel, string>> = { mono: 'Monofásico', tri: 'Trifásico' };
const equipmentNames: Readonly<Record<BoardEquipment, string>> = { emd: 'EMD', emd3p: 'EMD3P' };

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

interface TraitsFieldsProps {
  fields: Readonly<Record<'type' | 'model' | 'equipment', UseFormRegisterReturn>>;
  isWater: boolean;
}

export const TraitsFields = ({ fields, isWater }: TraitsFieldsProps) => (
  <>
    <NativeSelect {...fields.type} label="Tipo" data={optionsOf(utilityNames, boardTypes)} />
    {!isWater && <NativeSelect {...fields.model} label="Modelo" data={optionsOf(modelNames, boardModels)} />}
    <NativeSelect
      {...fields.equipment}
      label="Equipamento"
      data={optionsOf(equipmentNames, boardEquipments)}
    />
  </>
);

/** Only an Admin sees the inventory. */
export const ForAdmins = ({ children }: { children: ReactNode }) => {
  return useMay('see-inventory') ? children : <NoAccess />;
};
