import type { Board } from '@nascente/contract/meters';
import { type SolarPlace, solarPlace } from '@nascente/domain/consumption/solar';

export const solarPlaceOf = ({ isGeral, solarPanel }: Pick<Board, 'isGeral' | 'solarPanel'>): SolarPlace =>
  solarPlace({ isGeneral: isGeral, hasSolarPanel: solarPanel });

/** Whether it measures what panels generate, and so neither what is used nor anything that is billed. */
export const isInverter = (board: Pick<Board, 'type' | 'isGeral' | 'solarPanel'>): boolean =>
  board.type === 'eletric' && solarPlaceOf(board) === 'inverter';
