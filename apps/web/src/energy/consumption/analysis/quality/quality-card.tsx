import type { AnswerOf } from '@nascente/contract/base/call';
import type { Board } from '@nascente/contract/sites/meters';
import { readTelemetryStatus } from '@nascente/contract/telemetry/telemetry';
import { civilDateAt, civilHourAt } from '@nascente/domain/base/time/civil-day';
import { instant } from '@nascente/domain/base/time/zone';
import { formatDayRange, formatNumber, formatPercent } from '@nascente/domain/base/units/format';
import { type Tension, voltageWarning } from '@nascente/domain/telemetry/quality/voltage';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { queryFor } from '../../../../shared/api/api-client.ts';
import { CellChart } from '../../../../shared/charts/cell-chart.tsx';
import { chartState } from '../../../../shared/charts/chart-frame.tsx';
import { zoneOf } from '../../../../shared/consumption/zone-of.ts';
import { BigNumber } from '../../../../shared/ui/marks/big-number.tsx';
import { Card } from '../../../../shared/ui/marks/card.tsx';
import { RestingStats, Stat, StatList } from '../../../../shared/ui/marks/stat-list.tsx';
import { TextLink } from '../../../../shared/ui/marks/text-link.tsx';
import { Notice } from '../../../../shared/ui/notice.tsx';
import { Loading } from '../../../../shared/ui/page/skeleton.tsx';
import { Segmented } from '../../../../shared/ui/segmented.tsx';
import type { MeterView } from '../../meter-view.ts';
import { framedDays } from '../../period/period-range.ts';
import { HOUR_ROWS, hourText } from '../hour-rows.ts';
import classes from './quality-card.module.css';
import { drawnLevel, levelsOf, type Measure, qualityCells } from './quality-cells.ts';

type Hour = AnswerOf<typeof readTelemetryStatus>['status'][number];

type QualitySummary = NonNullable<ReturnType<typeof qualitySummary>>;

/** Summary of the hours; null where none was measured. */
export const qualitySummary = (status: readonly Hour[], tension: Tension) => {
  const [first, ...others] = status;
  if (first === undefined) return null;
  const isVoltage = first.level !== 'low' && first.level !== 'normal' && first.level !== 'great';
  const warned = (kind: 'under' | 'over'): number =>
    isVoltage ? status.filter(({ value }) => voltageWarning(value, tension) === kind).length : 0;
  return {
    hours: status.length,
    mean: status.reduce((sum, { value }) => sum + value, 0) / status.length,
    lowest: others.reduce((min, hour) => (hour.value < min.value ? hour : min), first),
    highest: others.reduce((max, hour) => (hour.value > max.value ? hour : max), first),
    good: status.map(drawnLevel).filter((level) => level === 'great' || level === 'adequate').length,
    // Hours beyond the product's warnings of 206 V and 233 V.
    under: warned('under'),
    over: warned('over'),
  };
};

type QualityCardProps = Pick<MeterView, 'board' | 'period'>;

const NO_HOURS: never[] = [];
const CHOICES = [
  { value: 'PF', text: 'FP', name: 'Fator de potência' },
  { value: 'V', text: 'Tensão', name: 'Tensão' },
] as const;
const WITHIN_LIMIT = 'Horas no limite do grupo A, 0,92 ou mais';
const RESTING_LABELS = ['Média', 'Menor hora', WITHIN_LIMIT] as const;
const LABELS: Readonly<Record<Measure, string>> = {
  PF: 'Fator de potência por hora e dia',
  V: 'Tensão por hora e dia, em V',
};
const NOTES: Readonly<Record<Measure, string>> = {
  PF: 'média de cada hora; a fatura do grupo A cobra reativo abaixo de 0,92',
  V: 'média de cada hora, da fase mais afastada',
};

/** The warnings of the history page: 233 V and 206 V at 220 V. */
const WARNING_VOLTS = { 110: [117, 135], 220: [206, 233] } as const;

const hoursText = (hours: number): string => (hours === 1 ? '1 hora' : `${formatNumber(hours, 0)} horas`);

const Warnings = ({ summary, board }: { readonly summary: QualitySummary; readonly board: Board }) => {
  const [low, high] = WARNING_VOLTS[board.tension];
  const { under, over } = summary;
  if (under === 0 && over === 0) return null;
  const sentences = [
    ...(over > 0 ? [`acima de ${high} V em ${hoursText(over)}`] : []),
    ...(under > 0 ? [`abaixo de ${low} V em ${hoursText(under)}`] : []),
  ];
  return (
    <Notice tone="warn" title={over > 0 ? 'Sobretensão.' : 'Subtensão.'}>
      A média passou dos limites de aviso: {sentences.join(' e ')}.
    </Notice>
  );
};

interface FiguresProps extends QualityCardProps {
  readonly summary: QualitySummary;
  readonly measure: Measure;
}

const Figures = ({ summary, board, measure }: FiguresProps) => {
  const zone = zoneOf(board);
  const whenOf = ({ date }: QualitySummary['lowest']): string => {
    const at = instant(Date.parse(date));
    return hourText(civilDateAt(at, zone), civilHourAt(at, zone));
  };
  const figure = (value: number) => (
    <BigNumber
      value={formatNumber(value, measure === 'PF' ? 2 : 1)}
      {...(measure === 'V' && { unit: 'V' })}
    />
  );
  const share = Math.floor((summary.good / summary.hours) * 1000) / 1000;
  return (
    <StatList>
      <Stat label="Média">{figure(summary.mean)}</Stat>
      <Stat label="Menor hora" qualifier={whenOf(summary.lowest)}>
        {figure(summary.lowest.value)}
      </Stat>
      {measure === 'V' && (
        <Stat label="Maior hora" qualifier={whenOf(summary.highest)}>
          {figure(summary.highest.value)}
        </Stat>
      )}
      <Stat
        label={measure === 'PF' ? WITHIN_LIMIT : 'Horas em nível adequado'}
        qualifier={`${formatNumber(summary.good, 0)} de ${formatNumber(summary.hours, 0)}`}
      >
        <BigNumber value={formatPercent(share, share > 0.99 && share < 1 ? 1 : 0)} />
      </Stat>
    </StatList>
  );
};

export const QualityCard = ({ board, period }: QualityCardProps) => {
  const [measure, setMeasure] = useState<Measure>('PF');
  const { start, end } = framedDays(period);
  const { data, error, refetch } = useQuery(
    queryFor(readTelemetryStatus, {
      body: { id: board.macAddress, dateIn: start, dateOut: end, type: measure },
    }),
  );
  const status = data?.status ?? NO_HOURS;
  const zone = zoneOf(board);
  const { tension } = board;
  const cells = useMemo(
    () => qualityCells(status, { start, end }, { measure, tension, zone }),
    [status, start, end, measure, tension, zone],
  );
  const summary = useMemo(() => qualitySummary(status, tension), [status, tension]);
  const state = chartState({ data, error, refetch }, summary === null);
  return (
    <Card
      title="Fator de potência e tensão"
      terms={['fator-de-potencia', 'tensao']}
      qualifier={`por hora, ${formatDayRange(start, end)}`}
      action={<Segmented label="Medida" value={measure} options={CHOICES} onChange={setMeasure} />}
    >
      {summary !== null && (
        <div className={classes.report}>
          {measure === 'V' && <Warnings summary={summary} board={board} />}
          <Figures summary={summary} board={board} period={period} measure={measure} />
        </div>
      )}
      {state.kind === 'loading' && (
        <div className={classes.report}>
          <Loading>
            <RestingStats labels={RESTING_LABELS} />
          </Loading>
        </div>
      )}
      <CellChart
        {...cells}
        label={LABELS[measure]}
        state={state}
        height={240}
        rows={HOUR_ROWS}
        levels={levelsOf(measure, tension)}
        note={NOTES[measure]}
      />
      <p className={classes.week}>
        <TextLink to={`/meter/${board.macAddress}/quality`}>Ver a semana pelas regras da ANEEL</TextLink>
      </p>
    </Card>
  );
};
