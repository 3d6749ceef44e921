import type { Board } from '@nascente/contract/sites/meters';
import { isInverter } from './solar-role.ts';

/** The colour of a meter's quantity: water, generation or consumption. */
export const markColorOf = (board: Pick<Board, 'type' | 'isGeral' | 'solarPanel'>): `var(--${string})` => {
  if (board.type === 'water') return 'var(--water)';
  return isInverter(board) ? 'var(--injected)' : 'var(--off-peak)';
};
