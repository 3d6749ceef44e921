import type { Board } from '@nascente/contract/sites/meters';
import { isInverter } from './solar-role.ts';

/** The colour of what a meter measures: water, what panels generate, or energy that is used. */
export const markColorOf = (board: Pick<Board, 'type' | 'isGeral' | 'solarPanel'>): `var(--${string})` => {
  if (board.type === 'water') return 'var(--water)';
  return isInverter(board) ? 'var(--injected)' : 'var(--off-peak)';
};
