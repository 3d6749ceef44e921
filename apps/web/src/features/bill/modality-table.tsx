import type { TariffComparison } from '@nascente/contract/tariff-comparison';
import { formatNumber } from '@nascente/domain/units/format';
import { modalityNames, postNames } from '../../shared/tariffs/modality-words.ts';
import { tariffKind } from '../../shared/tariffs/tariff-words.ts';
import { Tag } from '../../shared/ui/tag.tsx';
import classes from './bill-lines.module.css';
import { reaisText } from './bill-words.ts';
import { againstCurrent } from './comparison-words.ts';

type Compared = TariffComparison['modalities'][number];

const demandText = ({ optimal }: Compared): string =>
  optimal
    .map(({ post, contracted }) => {
      const power = `${formatNumber(contracted, 0)} kW`;
      return post === null ? power : `${postNames[post].toLowerCase()} ${power}`;
    })
    .join(', ');

const Row = ({
  compared,
  current,
}: {
  readonly compared: Compared;
  readonly current: Compared | undefined;
}) => {
  const { modality, tariff, total, optimal, optimalTotal } = compared;
  const isBetter = optimal.length > 0 && optimalTotal < total;
  return (
    <tr className={classes.line}>
      <th scope="row">
        {modalityNames[modality]} {current === compared && <Tag>Hoje</Tag>}
        <small>
          {tariff.distributor} · {tariffKind(tariff)}
        </small>
        {isBetter && (
          <small>
            Com {demandText(compared)} de demanda: {reaisText(optimalTotal)}
          </small>
        )}
      </th>
      <td className={classes.wide}>{againstCurrent(compared, current) ?? ''}</td>
      <td>{reaisText(total)}</td>
    </tr>
  );
};

/** Each modality with its cost over the cycles, the cheapest first. */
export const ModalityTable = ({ comparison }: { readonly comparison: TariffComparison }) => {
  const current = comparison.modalities.find(({ modality }) => modality === comparison.current);
  return (
    <div className={classes.fit}>
      <table className={classes.table}>
        <caption>Custo por modalidade</caption>
        <thead>
          <tr>
            <th scope="col">Modalidade</th>
            <th scope="col" className={classes.wide}>
              Contra a de hoje
            </th>
            <th scope="col">Custo no período</th>
          </tr>
        </thead>
        <tbody>
          {comparison.modalities.map((compared) => (
            <Row key={`${compared.modality} ${compared.tariff._id}`} compared={compared} current={current} />
          ))}
        </tbody>
      </table>
    </div>
  );
};
