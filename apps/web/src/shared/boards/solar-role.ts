import type { Board } from '@nascente/contract/sites/meters';
import { type SolarRole, solarRole } from '@nascente/domain/energy/subjects/solar';

export const solarRoleOf = ({ isGeral, solarPanel }: Pick<Board, 'isGeral' | 'solarPanel'>): SolarRole =>
  solarRole({ isGeneral: isGeral, hasSolarPanel: solarPanel });

/** Whether it measures generation, which is neither consumption nor billed. */
export const isInverter = (board: Pick<Board, 'type' | 'isGeral' | 'solarPanel'>): boolean =>
  board.type === 'eletric' && solarRoleOf(board) === 'inverter';
