import type { TariffComparison } from '@nascente/contract/tariff-comparison';
import { civilDate } from '@nascente/domain/time/civil-day';
import { formatDayRange, formatNumber } from '@nascente/domain/units/format';
import { useMemo } from 'react';
import { BarGraph } from '../../shared/charts/bar-graph.tsx';
import { ChartFrame } from '../../shared/charts/chart-frame.tsx';
import { modalityNames } from '../../shared/tariffs/modality-words.ts';
import { BigNumber } from '../../shared/ui/big-number.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import sheet from './bill-sheet.module.css';
import { comparisonTable, type Rivals, rivalsOf, savingChart } from './comparison-words.ts';
import { MissingNotice } from './missing-notice.tsx';
import { ModalityTable } from './modality-table.tsx';

interface ComparisonProps {
  readonly comparison: TariffComparison;
}

const CHART_HEIGHT = 200;

const cyclesText = (count: number): string =>
  count === 1 ? 'no último ciclo' : `nos últimos ${count} ciclos`;

/** The modality that costs least with its best demand, and what it would have saved. */
const Saving = ({ comparison }: ComparisonProps) => {
  const { saving, modalities, current, cycles } = comparison;
  const [best] = modalities;
  if (best === undefined) return null;
  const name = modalityNames[best.modality];
  const when = cyclesText(cycles.length);
  if (saving === null || saving <= 0) {
    const isCurrent = best.modality === current;
    return (
      <div>
        <p className={sheet.label}>
          {isCurrent
            ? `A modalidade de hoje, ${name}, já é a mais barata: custo ${when}`
            : `Com ${name}, ${when}`}
        </p>
        <BigNumber currency="R$" value={formatNumber(best.optimalTotal, 2)} size="page" />
      </div>
    );
  }
  const needsDemand = best.optimalTotal < best.total;
  const isSame = best.modality === current;
  return (
    <div>
      <p className={sheet.label}>
        Economia {when} com {name}
        {needsDemand && (isSame ? ' e outra demanda contratada' : ' e a demanda contratada ideal')}
      </p>
      <BigNumber currency="R$" value={formatNumber(saving, 2)} size="page" />
    </div>
  );
};

const Cycles = ({ rivals, comparison }: ComparisonProps & { readonly rivals: Rivals }) => {
  const chart = useMemo(() => savingChart(rivals), [rivals]);
  const table = useMemo(() => comparisonTable(comparison.modalities), [comparison]);
  const [mine, other] = [modalityNames[rivals.current.modality], modalityNames[rivals.cheapest.modality]];
  const hasDemand = [rivals.current, rivals.cheapest].some(({ optimal }) => optimal.length > 0);
  const label = `Diferença por ciclo com ${other} em vez de ${mine}, em R$`;
  return (
    <ChartFrame
      label={label}
      state={{ kind: 'ready' }}
      height={CHART_HEIGHT}
      legend={chart.series}
      note={`${other} em vez de ${mine}${hasDemand ? ', com a demanda de hoje' : ''}`}
      table={table}
    >
      <BarGraph
        label={label}
        bars={chart.bars}
        series={chart.series}
        height={CHART_HEIGHT}
        describe={chart.describe}
      />
    </ChartFrame>
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

const rangeOf = ({ cycles }: TariffComparison): string | undefined => {
  const [first, last] = [cycles[0], cycles.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return formatDayRange(civilDate(first.start), civilDate(last.end));
};

/** The same measured cycles under each modality that is open to the establishment. */
export const ComparisonCard = ({ comparison }: ComparisonProps) => {
  const rivals = useMemo(() => rivalsOf(comparison), [comparison]);
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
          <Saving comparison={comparison} />
        )}
        {rivals !== null && <Cycles rivals={rivals} comparison={comparison} />}
        {modalities.length > 0 && <ModalityTable comparison={comparison} />}
        {comparison.unavailable.length > 0 && <Unavailable comparison={comparison} />}
        <MissingNotice missing={sentences} />
      </div>
    </Card>
  );
};
