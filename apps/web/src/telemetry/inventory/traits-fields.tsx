import { NativeSelect } from '@mantine/core';
import { boardEquipments, boardModels, boardTypes } from '@nascente/domain/sites/boards/board-traits';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { utilityNames } from '../../shared/boards/board-texts.ts';
import { optionsOf } from '../../shared/forms/fields/choice.tsx';
import { equipmentNames, modelNames } from './board-texts.ts';

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
