import { type MonthSoFar, readMonth } from '@nascente/contract/energy/consumption';
import type { Board } from '@nascente/contract/sites/meters';
import { civilDate, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import {
  formatClock,
  formatDayRange,
  formatNumber,
  formatShortDay,
} from '@nascente/domain/base/units/format';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../shared/api/api-client.ts';
import { amountOf, bandText, forecastAmount } from '../../../shared/consumption/amount.ts';
import { AmountNumber } from '../../../shared/consumption/amount-number.tsx';
import { BillNote } from '../../../shared/consumption/bill-note.tsx';
import { completenessText, isUnmeasured } from '../../../shared/consumption/completeness.ts';
import { ForecastNote, Note, RestingForecastNote } from '../../../shared/consumption/forecast-note.tsx';
import { zoneOf } from '../../../shared/consumption/zone-of.ts';
import { BigNumber } from '../../../shared/ui/marks/big-number.tsx';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { RestingStats, Stat, StatList } from '../../../shared/ui/marks/stat-list.tsx';
import { Answer } from '../../../shared/ui/page/answer.tsx';
import { Loading } from '../../../shared/ui/page/skeleton.tsx';
import type { Unit } from '../../../shared/use-unit.ts';
import type { MeterView } from '../meter-view.ts';

const LABELS = ['Fatura', 'Média diária', 'Previsão Fatura', 'Maior demanda'] as const;

export const BillSkeleton = () => (
  <Loading label="Carregando a fatura">
    <RestingStats labels={LABELS} />
    <RestingForecastNote />
  </Loading>
);

type BillProps = Pick<MeterView, 'board' | 'unit' | 'today'>;

const REFRESH_MS = 60_000;
const bandOf = ({ forecast }: MonthSoFar, board: Board, unit: Unit): string => {
  const { lowCost, highCost, low, high } = forecast;
  return unit === 'money' && lowCost !== null && highCost !== null
    ? bandText(lowCost, highCost, 'money')
    : bandText(low, high, board.type);
};

const momentText = (at: Instant, board: Board): string => {
  const zone = zoneOf(board);
  return `${formatShortDay(civilDateAt(at, zone))}, ${formatClock(at, zone)}`;
};

const TEXTS = {
  never: 'A fatura começa com a primeira mensagem do medidor.',
  silent: 'Não há medições neste ciclo.',
} as const;

/** An unmeasured cycle shows no zero: placeholders hold the place of its figures. */
const UnmeasuredBill = ({ cycle, board, today }: BillProps & { readonly cycle: MonthSoFar }) => (
  <>
    <StatList>
      <Stat label="Fatura" qualifier={formatDayRange(civilDate(cycle.start), civilDate(cycle.end))}>
        <BigNumber value="–" />
      </Stat>
      <Stat label="Média diária">
        <BigNumber value="–" />
      </Stat>
      {cycle.end > today && (
        <Stat label="Previsão Fatura">
          <BigNumber value="–" />
        </Stat>
      )}
    </StatList>
    <Note>{board.lastSeen === null ? TEXTS.never : TEXTS.silent}</Note>
  </>
);

const Bill = ({ cycle, board, unit, today }: BillProps & { readonly cycle: MonthSoFar }) => {
  const average = { total: cycle.dailyAverage, cost: cycle.dailyAverageCost };
  const demand = board.type === 'water' ? null : cycle.highestDemand;
  const isAhead = cycle.end > today;
  return (
    <>
      <StatList>
        <Stat
          label={cycle.basis === 'energy' && unit === 'money' ? 'Energia deste medidor' : 'Fatura'}
          qualifier={formatDayRange(civilDate(cycle.start), civilDate(cycle.end))}
        >
          <AmountNumber amount={amountOf(unit, board.type, cycle)} />
        </Stat>
        <Stat label="Média diária">
          <AmountNumber amount={amountOf(unit, board.type, average)} />
        </Stat>
        {isAhead && (
          <Stat
            label={cycle.basis === 'energy' && unit === 'money' ? 'Previsão de energia' : 'Previsão Fatura'}
            qualifier={bandOf(cycle, board, unit)}
          >
            <AmountNumber amount={forecastAmount(unit, board.type, cycle.forecast)} />
          </Stat>
        )}
        {demand !== null && (
          <Stat label="Maior demanda" qualifier={momentText(instant(Date.parse(demand.at)), board)}>
            <BigNumber value={formatNumber(demand.value, 1)} unit="kW" />
          </Stat>
        )}
      </StatList>
      {cycle.estimated !== undefined && <Note>{completenessText(cycle.completeness, cycle.estimated)}</Note>}
      <BillNote cycle={cycle} unit={unit} />
      {isAhead && <ForecastNote cycle={cycle} kind={board.type} unit={unit} />}
    </>
  );
};

/** The bill so far, its daily average, forecast and highest demand. */
export const BillCard = ({ board, unit, today }: BillProps) => {
  const query = useQuery({
    ...queryFor(readMonth, { params: { mac: board.macAddress } }),
    refetchInterval: REFRESH_MS,
  });
  const { data } = query;
  const Existing = data !== undefined && isUnmeasured(data.consolidated) ? UnmeasuredBill : Bill;
  return (
    <Card tour="meter-bill">
      {data !== undefined && <Existing cycle={data.consolidated} board={board} unit={unit} today={today} />}
      {data === undefined && (query.isError ? <Answer query={query} /> : <BillSkeleton />)}
    </Card>
  );
};
