import type { BarSeries } from '@nascente/charts/bars';
import type { ChartTableContent } from '@nascente/charts/chart-table';
import { describeRows } from '@nascente/charts/chart-tooltip';
import type { TariffComparison } from '@nascente/contract/money/tariff-comparison';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange, formatNumber, formatShortDay } from '@nascente/domain/base/units/format';
import { partlyMeasuredText } from '@nascente/domain/energy/consumption/partly-measured';
import { mayBrancaBecomeRule } from '@nascente/domain/money/comparison/market-opening';
import { hasIntermediatePrice } from '@nascente/domain/sites/tariffs/tariff-rules';
import { useMemo } from 'react';
import { BarChart, type BarContent } from '../../../shared/charts/bar-chart.tsx';
import { modalityNames, tariffKind } from '../../../shared/tariffs/tariff-texts.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { Tag } from '../../../shared/ui/marks/tag.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { sumReais } from '../cycle-bill/bill-groups.ts';
import classes from '../cycle-bill/bill-lines.module.css';
import sheet from '../cycle-bill/bill-sheet.module.css';
import { reaisText, signedReais } from '../page-frame/bill-address.ts';
import { MissingNotice } from '../page-frame/bill-frame.tsx';
import {
  adviceOf,
  adviceText,
  reasonNotCheapest,
  type TariffAdvice,
  type TariffOption,
} from './tariff-options.ts';

type Cycle = TariffOption['cycles'][number];
type MeasuredCycles = TariffComparison['cycles'];

const asText = ({ start, end }: Pick<Cycle, 'start' | 'end'>): string =>
  formatDayRange(civilDate(start), civilDate(end));

/** '5 nov – 4 dez: 12,5% estimado' for each partly measured cycle. */
const partialCycles = (cycles: MeasuredCycles): readonly string[] =>
  cycles.flatMap((cycle) => {
    const share = partlyMeasuredText(cycle.completeness, cycle.estimated);
    return share === null ? [] : [`${asText(cycle)}: ${share}`];
  });

/** Two options, cycle by cycle. */
interface Rivals {
  readonly today: TariffOption;
  readonly other: TariffOption;
}

const SAVED: BarSeries = { key: 'saved', label: 'Economia', color: '--off-peak' };
const DEARER: BarSeries = { key: 'dearer', label: 'Custo a mais', color: '--peak' };

/** Savings above the axis, losses below it; a single kind stands on the axis. */
const seriesOf = (saved: readonly number[]): readonly BarSeries[] => {
  const [hasSaved, hasDearer] = [saved.some((one) => one > 0), saved.some((one) => one < 0)];
  if (hasSaved && hasDearer) return [SAVED, { ...DEARER, isBelowAxis: true }];
  return hasDearer ? [DEARER] : [SAVED];
};

export const savingChart = ({ today, other }: Rivals): Omit<BarContent, 'table'> => {
  const months = today.cycles.map((cycle, index) => {
    const instead = other.cycles[index]?.cost ?? cycle.cost;
    return { ...cycle, instead, saved: sumReais([cycle.cost, -instead]) };
  });
  const series = seriesOf(months.map(({ saved }) => saved));
  return {
    series,
    bars: months.map(({ start, saved }, index) => ({
      key: start,
      axisLabel: formatShortDay(civilDate(start)),
      labelRank: index === 0 || index === months.length - 1 ? 1 : 2,
      values: series.map(({ key }) => Math.max(key === 'saved' ? saved : -saved, 0)),
    })),
    describe: describeRows(months, (month) => ({
      title: asText(month),
      rows: [
        { label: today.name, value: reaisText(month.cost) },
        { label: other.name, value: reaisText(month.instead) },
        {
          label: month.saved >= 0 ? 'Economia' : 'Custo a mais',
          value: reaisText(Math.abs(month.saved)),
          color: month.saved >= 0 ? '--off-peak' : '--peak',
        },
      ],
    })),
  };
};

const comparisonTable = (options: readonly TariffOption[]): ChartTableContent => {
  const [first] = options;
  return {
    columns: ['Ciclo', ...options.map(({ name }) => name)],
    rows: [
      ...(first?.cycles ?? []).map((cycle, index) => [
        asText(cycle),
        ...options.map(({ cycles }) => reaisText(cycles[index]?.cost ?? 0)),
      ]),
      ['Total', ...options.map(({ cost }) => reaisText(cost))],
    ],
  };
};

/** Cost against today, '−R$ 1.200,00'; empty for today itself. */
const againstToday = (option: TariffOption, today: TariffOption | null): string | null =>
  today === null || option === today ? null : signedReais(sumReais([option.cost, -today.cost]));

interface RowProps extends Pick<TariffAdvice, 'today' | 'best'> {
  readonly option: TariffOption;
  readonly reason: string | null;
}

/** The third column stands below the name where there is no room beside it. */
const Row = ({ option, today, best, reason }: RowProps) => {
  const against = againstToday(option, today);
  return (
    <tr className={classes.line}>
      <th scope="row">
        {option.name} {option === today && <Tag>Hoje</Tag>}
        {option === best && option !== today && <Tag>O que pedir</Tag>}
        <small>
          {option.tariff.distributor} · {tariffKind(option.tariff)}
        </small>
        {option.costWithoutCredits !== null && (
          <small>Sem os tributos que a empresa recupera: {reaisText(option.costWithoutCredits)}</small>
        )}
        {option === best && reason !== null && <small>{reason}</small>}
        {against !== null && <small className={classes.narrow}>Contra a de hoje: {against}</small>}
      </th>
      <td className={classes.wide}>{against ?? ''}</td>
      <td>{reaisText(option.cost)}</td>
    </tr>
  );
};

const ModalityTable = ({ advice }: { readonly advice: TariffAdvice }) => (
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
        {advice.options.map((option) => (
          <Row key={option.key} option={option} reason={reasonNotCheapest(advice)} {...advice} />
        ))}
      </tbody>
    </table>
  </div>
);

/** Cycles with estimates or gaps in the total. */
export const PartialCycles = ({ cycles }: { readonly cycles: MeasuredCycles }) => {
  const partial = partialCycles(cycles);
  return partial.length > 0 && <p className={sheet.label}>{partial.join('; ')}.</p>;
};

/** Cycles with other national taxes than earlier ones: their costs are not those of one rule. */
export const TaxRules = ({ taxRules }: Pick<TariffComparison, 'taxRules'>) =>
  taxRules !== null && <p className={sheet.label}>Regras de tributos: {taxRules}.</p>;

interface ComparisonProps {
  readonly comparison: TariffComparison;
}

const Cycles = ({ rivals, options }: { readonly rivals: Rivals } & Pick<TariffAdvice, 'options'>) => {
  const chart = useMemo(() => savingChart(rivals), [rivals]);
  const table = useMemo(() => comparisonTable(options), [options]);
  const note = `${rivals.other.name} em vez de ${rivals.today.name}`;
  const label = `Diferença por ciclo com ${note}, em R$`;
  return (
    <BarChart
      {...chart}
      label={label}
      height={200}
      legend={chart.series}
      note={`R$ por ciclo · ${note}`}
      table={table}
    />
  );
};

const Unavailable = ({ comparison }: ComparisonProps) => (
  <div>
    {comparison.unavailable.map(({ modality, reason }) => (
      <p key={modality} className={sheet.label}>
        <b>{modalityNames[modality]}</b>: {reason}
      </p>
    ))}
  </div>
);

const isOfThreePrices = (modality: TariffComparison['modalities'][number]['modality']): boolean =>
  modality !== 'simple' && modality !== 'water' && hasIntermediatePrice(modality);

/** Tarifa Branca may become the rule for larger consumers of low voltage; nothing is decided. */
const BrancaNotice = ({
  comparison: { subgroup, meanKwh, current, modalities, cycles },
}: ComparisonProps) => {
  if (current !== 'convencional' || meanKwh === null || !mayBrancaBecomeRule(subgroup, meanKwh)) return null;
  const today = modalities.find(({ modality }) => modality === current)?.total;
  const proposed = modalities.find(({ modality }) => isOfThreePrices(modality))?.total;
  return (
    <Notice tone="info" title="A Tarifa Branca pode se tornar a regra.">
      A ANEEL estuda torná-la o padrão para quem usa 1.000 kWh por mês ou mais, sem contar a tarifa social
      (Consulta Pública 46/2025, não decidida). A média aqui é de {formatNumber(meanKwh, 0)} kWh por ciclo.
      {today !== undefined && proposed !== undefined && (
        <>
          {' '}
          {cycles.length === 1 ? 'Em 1 ciclo' : `Em ${cycles.length} ciclos`}, ela teria custado{' '}
          {reaisText(Math.abs(sumReais([proposed, -today])))} a {proposed < today ? 'menos' : 'mais'} que a
          Convencional. Nenhum preço muda até a decisão.
        </>
      )}
    </Notice>
  );
};

const rangeOf = ({ cycles }: TariffComparison): string | undefined => {
  const [first, last] = [cycles[0], cycles.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return formatDayRange(civilDate(first.start), civilDate(last.end));
};

/** The advised option against today's; where today's is advised, the cheapest other one. */
const rivalsOf = ({ options, today, best }: TariffAdvice): Rivals | null => {
  const other = best === today ? options.find((option) => option !== today) : best;
  return today === null || other === null || other === undefined ? null : { today, other };
};

export const ComparisonCard = ({ comparison }: ComparisonProps) => {
  const advice = useMemo(() => adviceOf(comparison), [comparison]);
  const rivals = useMemo(() => rivalsOf(advice), [advice]);
  const { modalities, cycles, missing } = comparison;
  const sentences = [...new Set([...missing, ...modalities.flatMap((one) => one.missing)])];
  return (
    <Card
      title="Comparação de modalidades"
      terms={['modalidade', 'grupo-tarifario']}
      qualifier={rangeOf(comparison)}
    >
      <div className={sheet.sheet}>
        {modalities.length === 0 ? (
          <EmptyState icon="coin">
            {cycles.length === 0
              ? 'A comparação aparece depois do primeiro ciclo completo.'
              : 'Nenhuma modalidade pôde ser comparada ainda.'}
          </EmptyState>
        ) : (
          <p className={sheet.advice}>{adviceText(advice, cycles.length)}</p>
        )}
        {modalities.length > 0 && <ModalityTable advice={advice} />}
        <BrancaNotice comparison={comparison} />
        <PartialCycles cycles={cycles} />
        <TaxRules {...comparison} />
        {rivals !== null && <Cycles rivals={rivals} options={advice.options} />}
        {comparison.unavailable.length > 0 && <Unavailable comparison={comparison} />}
        <MissingNotice missing={sentences} />
      </div>
    </Card>
  );
};
