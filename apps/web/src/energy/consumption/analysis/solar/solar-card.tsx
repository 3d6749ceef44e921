import type { Board } from '@nascente/contract/sites/meters';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange } from '@nascente/domain/base/units/format';
import { type SolarRole, solarBalance } from '@nascente/domain/energy/subjects/solar';
import { useMemo, useState } from 'react';
import { isInverter } from '../../../../shared/boards/solar-role.ts';
import { BarGraph } from '../../../../shared/charts/bars/bar-graph.tsx';
import { ChartFrame, type ChartState } from '../../../../shared/charts/chart-frame.tsx';
import type { PostPrices } from '../../../../shared/consumption/posts.ts';
import { Card } from '../../../../shared/ui/marks/card.tsx';
import { SkeletonText } from '../../../../shared/ui/page/skeleton.tsx';
import { Segmented } from '../../../../shared/ui/segmented.tsx';
import type { Period } from '../../period/period-range.ts';
import { analysedDays } from '../analysis-period.ts';
import { RestingStats } from '../resting-stats.tsx';
import classes from './solar-card.module.css';
import { type Step, solarChart } from './solar-chart.ts';
import { SolarFigures } from './solar-figures.tsx';
import type { PlacedHour } from './solar-hours.ts';
import { SolarWords } from './solar-words.tsx';
import { useSolar } from './use-solar.ts';

interface SolarCardProps {
  readonly board: Board;
  readonly period: Period;
  readonly today: CivilDate;
  readonly prices: PostPrices | null;
}

const HEIGHT = 200;
const NO_HOURS: readonly PlacedHour[] = [];
const RESTING_LABELS = {
  grid: ['Injetada no período', 'Injetada no ciclo', 'Crédito, no máximo', 'Gerada', 'Autoconsumo'],
  load: ['Injetada no período', 'Injetada no ciclo'],
  inverter: ['Gerada no período', 'Injetada no ciclo'],
} as const satisfies Record<SolarRole, readonly string[]>;
const STEPS = [
  { value: 'day', text: 'Por dia' },
  { value: 'hour', text: 'Por hora' },
] as const;

/** What panels gave: to the grid, and where it can be known to the establishment itself. */
export const SolarCard = ({ board, period, today, prices }: SolarCardProps) => {
  // The days of an inverter stand in the card of the period already.
  const [step, setStep] = useState<Step>(isInverter(board) ? 'hour' : 'day');
  const days = analysedDays(period);
  const { role, hours, general, inverters, others, cycle, failure, retry } = useSolar(board, days, today);
  const chart = useMemo(() => solarChart(hours ?? NO_HOURS, step, role), [hours, step, role]);
  const balance = useMemo(() => solarBalance(hours ?? NO_HOURS), [hours]);
  const isMeasured = hours?.some((hour) => hour.isMeasured) ?? false;
  const state = ((): ChartState => {
    if (hours === null)
      return failure === null ? { kind: 'loading' } : { kind: 'failed', failure, onRetry: retry };
    return isMeasured ? { kind: 'ready' } : { kind: 'empty', message: 'Não há medições neste período.' };
  })();
  const label = step === 'day' ? 'Energia solar por dia, em kWh' : 'Energia solar por hora, em kWh';
  return (
    <Card
      title="Solar"
      terms={['energia-injetada', 'creditos']}
      qualifier={formatDayRange(days.start, days.end)}
      action={<Segmented label="Passo" value={step} options={STEPS} onChange={setStep} />}
    >
      {isMeasured && (
        <div className={classes.report}>
          <SolarFigures role={role} balance={balance} prices={prices} cycle={cycle} />
          <SolarWords
            board={board}
            role={role}
            balance={balance}
            inverters={inverters}
            general={general}
            others={others}
          />
        </div>
      )}
      {state.kind === 'loading' && (
        <div className={classes.report}>
          <RestingStats labels={RESTING_LABELS[role]} />
          <p>
            <SkeletonText length={140} />
          </p>
        </div>
      )}
      <ChartFrame
        label={label}
        state={state}
        height={HEIGHT}
        legend={chart.series.length > 1 ? chart.series : []}
        note={step === 'day' ? 'kWh por dia' : 'kWh por hora, média dos dias'}
        table={chart.table}
      >
        <BarGraph
          label={label}
          bars={chart.bars}
          series={chart.series}
          height={HEIGHT}
          describe={chart.describe}
        />
      </ChartFrame>
    </Card>
  );
};
