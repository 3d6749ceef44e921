import type { Board } from '@nascente/contract/sites/meters';
import { solarRoleOf } from '../../../shared/boards/solar-role.ts';

/** Height of the card, px, in windows up to 700 px, up to 900 px, and above. */
export type RestingHeights = readonly [phone: number, middle: number, wide: number];

type AnalysisCard = 'solar' | 'comparison' | 'base' | 'demand' | 'heat' | 'quality';

const OF_WATER = {
  comparison: [396, 385, 300],
  base: [298, 306, 300],
  heat: [503, 466, 443],
} as const;

const OF_ENERGY = {
  comparison: [396, 385, 354],
  base: [395, 365, 354],
  heat: [550, 520, 472],
} as const;

/** Typical height of each card by kind of meter, so that content below stays in place. */
export const restingHeights = (board: Board): Readonly<Record<AnalysisCard, RestingHeights>> => {
  const { type, model } = board;
  const isAtGrid = solarRoleOf(board) === 'grid';
  return {
    ...(type === 'water' ? OF_WATER : OF_ENERGY),
    solar: isAtGrid ? [789, 654, 525] : [520, 483, 461],
    demand: model === 'tri' ? [1480, 1280, 750] : [1110, 900, 604],
    quality: [660, 585, 496],
  };
};
