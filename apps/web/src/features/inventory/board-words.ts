import type {
  BoardEquipment,
  BoardModel,
  BoardTraits,
  BoardType,
} from '@nascente/domain/metering/board-traits';
import { DEFAULT_ZONE, instant } from '@nascente/domain/time/zone';
import { formatDateTime } from '@nascente/domain/units/format';

export const typeNames: Readonly<Record<BoardType, string>> = { eletric: 'Energia', water: 'Água' };
export const modelNames: Readonly<Record<BoardModel, string>> = { mono: 'Monofásico', tri: 'Trifásico' };
export const equipmentNames: Readonly<Record<BoardEquipment, string>> = { emd: 'EMD', emd3p: 'EMD3P' };

/** Phases say nothing of water. */
export const traitsText = ({ type, model, equipment }: BoardTraits): string =>
  [typeNames[type], type === 'water' ? null : modelNames[model], equipmentNames[equipment]]
    .filter((word) => word !== null)
    .join(' · ');

export const momentText = (iso: string): string => formatDateTime(instant(Date.parse(iso)), DEFAULT_ZONE);

export const countedText = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('pt-BR')} ${count === 1 ? one : many}`;
