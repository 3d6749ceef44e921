import type { Board } from '@nascente/contract/sites/meters';
import { quantitiesOf, quantityOf } from '../../shared/explorer/quantities.ts';
import type { Wanted } from './explore-state.ts';

const unseenText = (count: number): string =>
  `${count === 1 ? 'Uma série deste endereço não está' : `${count} séries deste endereço não estão`} entre os seus medidores.`;

interface LostSeriesProps {
  /** What the address names. */
  readonly wanted: readonly Wanted[];
  readonly boards: readonly Board[];
}

/** What the address names and is not drawn, and why. */
export const LostSeries = ({ wanted, boards }: LostSeriesProps) => {
  const named = wanted.map((one) => ({
    ...one,
    board: boards.find(({ macAddress }) => macAddress === one.mac),
  }));
  const unseen = named.filter(({ board }) => board === undefined).length;
  const unmeasured = named.flatMap(({ board, quantity }) =>
    board === undefined || quantitiesOf(board).some(({ key }) => key === quantity)
      ? []
      : [`${board.Alias}, ${quantityOf(quantity)?.name}: este medidor não mede esta grandeza.`],
  );
  const texts = [...unmeasured, ...(unseen > 0 ? [unseenText(unseen)] : [])];
  return texts.length > 0 && <p role="status">{texts.join(' ')}</p>;
};
