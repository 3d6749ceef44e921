import { tariffKind } from '../../../shared/tariffs/tariff-words.ts';
import { Tag } from '../../../shared/ui/marks/tag.tsx';
import classes from '../cycle-bill/bill-lines.module.css';
import { reaisText } from '../page-frame/bill-words.ts';
import { againstToday } from './comparison-words.ts';
import type { TariffAdvice, TariffOption } from './tariff-options.ts';

interface RowProps extends Pick<TariffAdvice, 'today' | 'best'> {
  readonly option: TariffOption;
}

/** The third column stands below the name where there is no room for it beside. */
const Row = ({ option, today, best }: RowProps) => {
  const against = againstToday(option, today);
  return (
    <tr className={classes.line}>
      <th scope="row">
        {option.name} {option === today && <Tag>Hoje</Tag>}
        {option === best && option !== today && <Tag>O que pedir</Tag>}
        <small>
          {option.tariff.distributor} · {tariffKind(option.tariff)}
        </small>
        {against !== null && <small className={classes.narrow}>Contra a de hoje: {against}</small>}
      </th>
      <td className={classes.wide}>{against ?? ''}</td>
      <td>{reaisText(option.cost)}</td>
    </tr>
  );
};

/** Each option with its cost over the cycles: what is advised first, then the cheapest. */
export const ModalityTable = ({ options, today, best }: TariffAdvice) => (
  <div className={classes.fit}>
    <table className={classes.table}>
      <caption>Custo por modalidade</caption>
      <thead>
        <tr>
          <th scope="col">Opção</th>
          <th scope="col" className={classes.wide}>
            Contra a de hoje
          </th>
          <th scope="col">Custo no período</th>
        </tr>
      </thead>
      <tbody>
        {options.map((option) => (
          <Row key={option.key} option={option} today={today} best={best} />
        ))}
      </tbody>
    </table>
  </div>
);
