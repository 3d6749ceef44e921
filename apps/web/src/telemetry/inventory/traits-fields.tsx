import { NativeSelect } from '@mantine/core';
import { boardEquipments, boardModels, boardTypes } from '@nascente/domain/sites/boards/board-traits';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { equipmentNames, modelNames, typeNames } from './board-words.ts';

const optionsOf = <T extends string>(values: readonly T[], names: Readonly<Record<T, string>>) =>
  values.map((value) => ({ value, label: names[value] }));

interface TraitsFieldsProps {
  fields: Readonly<Record<'type' | 'model' | 'equipment', UseFormRegisterReturn>>;
  isWater: boolean;
}

/** What a board is; phases are asked of electric ones only. */
export const TraitsFields = ({ fields, isWater }: TraitsFieldsProps) => (
  <>
    <NativeSelect {...fields.type} label="Tipo" data={optionsOf(boardTypes, typeNames)} />
    {!isWater && <NativeSelect {...fields.model} label="Modelo" data={optionsOf(boardModels, modelNames)} />}
    <NativeSelect
      {...fields.equipment}
      label="Equipamento"
      data={optionsOf(boardEquipments, equipmentNames)}
    />
  </>
);
