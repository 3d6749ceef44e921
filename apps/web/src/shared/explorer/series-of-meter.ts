import type { Board } from '@nascente/contract/sites/meters';
import { quantitiesOf } from './quantities.ts';

/** The same quantities of another meter, for the Explorer's address; its first quantity if it has none of them. */
export const seriesOfMeter = (
  quantities: readonly string[],
  board: Pick<Board, 'macAddress' | 'type' | 'model'>,
): readonly { readonly mac: string; readonly quantity: string }[] => {
  const measured: readonly string[] = quantitiesOf(board).map(({ key }) => key);
  const same = [...new Set(quantities)].filter((key) => measured.includes(key));
  return (same.length > 0 ? same : measured.slice(0, 1)).map((quantity) => ({
    mac: board.macAddress,
    quantity,
  }));
};
