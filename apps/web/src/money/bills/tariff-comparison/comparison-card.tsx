import type { TariffComparison } from '@nascente/contract/money/tariff-comparison';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange } from '@nascente/domain/base/units/format';
import { useMemo } from 'react';
import { BarGraph } from '../../../shared/charts/bars/bar-graph.tsx';
import { ChartFrame } from '../../../shared/charts/chart-frame.tsx';
import { modalityNames } from '../../../shared/tariffs/modality-words.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import sheet from '../cycle-bill/bill-sheet.module.css';
import { MissingNotice } from '../page-frame/missing-notice.tsx';
import { comparisonTable, type Rivals, savingChart } from './comparison-words.ts';
import { ModalityTable } from './modality-table.tsx';
import { adviceOf, adviceText, type TariffAdvice } from './tariff-options.ts';

interface ComparisonProps {
  readonly comparison: TariffComparison;
}

const CHART_HEIGHT = 200;

const Cycles = ({ rivals, options }: { readonly rivals: Rivals } & Pick<TariffAdvice, 'options'>) => {
  const chart = useMemo(() => savingChart(rivals), [rivals]);
  const table = useMemo(() => comparisonTable(options), [options]);
  const note = `${rivals.other.name} em vez de ${rivals.today.name}`;
  const label = `Diferença por ciclo com ${note}, em R$`;
  return (
    <ChartFrame
      label={label}
      state={{ kind: 'ready' }}
      height={CHART_HEIGHT}
      legend={chart.series}
      note={`R$ por ciclo · ${note}`}
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

/** What is advised against today; where today is advised, the cheapest of the others. */
const rivalsOf = ({ options, today, best }: TariffAdvice): Rivals | null => {
  const other = best === today ? options.find((option) => option !== today) : best;
  return today === null || other === null || other === undefined ? null : { today, other };
};

/** What to do, and the same measured cycles under each modality that is open to the establishment. */
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
        {modalities.length > 0 && <ModalityTable {...advice} />}
        {rivals !== null && <Cycles rivals={rivals} options={advice.options} />}
        {comparison.unavailable.length > 0 && <Unavailable comparison={comparison} />}
        <MissingNotice missing={sentences} />
      </div>
    </Card>
  );
};
