import { type Comparison, readComparison } from '@nascente/contract/energy/analysis';
import type { Board } from '@nascente/contract/sites/meters';
import { civilDate, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { instant } from '@nascente/domain/base/time/zone';
import {
  formatClock,
  formatDatedRange,
  formatDayRange,
  formatShortDay,
} from '@nascente/domain/base/units/format';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../../shared/api/api-client.ts';
import { amountOf } from '../../../../shared/consumption/amount.ts';
import { AmountNumber } from '../../../../shared/consumption/amount-number.tsx';
import { zoneOf } from '../../../../shared/consumption/zone-of.ts';
import { BigNumber } from '../../../../shared/ui/marks/big-number.tsx';
import { Card } from '../../../../shared/ui/marks/card.tsx';
import { ErrorState } from '../../../../shared/ui/page/error-state.tsx';
import { Loading, SkeletonBlock } from '../../../../shared/ui/page/skeleton.tsx';
import type { Unit } from '../../../../shared/use-unit.ts';
import type { Period } from '../../period/period-range.ts';
import { analysedDays } from '../analysis-period.ts';
import { RESTING_BODY } from '../near-card.tsx';
import classes from './comparison-card.module.css';
import { basisText, changeOf, changeText, declinedText } from './comparison-words.ts';

interface ComparisonProps {
  readonly board: Board;
  readonly period: Period;
  readonly unit: Unit;
}

type Days = Pick<Comparison['current'], 'start' | 'end' | 'total' | 'cost' | 'completeness'>;

/** Less than this is no news, good or bad. */
const NEWSWORTHY = 0.02;

const toneOf = (change: number | null): 'good' | 'warn' | undefined => {
  if (change === null || Math.abs(change) < NEWSWORTHY) return undefined;
  return change > 0 ? 'warn' : 'good';
};

interface FigureProps extends Omit<ComparisonProps, 'period'> {
  readonly days: Days;
  /** The days on screen. */
  readonly current: Days;
  readonly name: string;
}

/** The year is told where it is another than that of the days on screen. */
const rangeOf = ({ start, end }: Days, current: Days): string => {
  const format = end.slice(0, 4) === current.end.slice(0, 4) ? formatDayRange : formatDatedRange;
  return format(civilDate(start), civilDate(end));
};

const Figure = ({ days, current, board, unit, name }: FigureProps) => (
  <>
    <dt>
      {name} <span>{rangeOf(days, current)}</span>
    </dt>
    <dd className={classes.amount}>
      {days.completeness === 0 && days.total === 0 ? (
        <BigNumber value="–" muted />
      ) : (
        <AmountNumber amount={amountOf(unit, board.type, days)} />
      )}
    </dd>
  </>
);

interface RowProps extends Omit<ComparisonProps, 'period'> {
  readonly name: string;
  readonly current: Comparison['current'];
  readonly other: Comparison['previous'];
}

const Row = ({ name, current, other, board, unit }: RowProps) => {
  const change = changeOf(other, unit);
  return (
    <div className={classes.row}>
      <Figure days={other} current={current} board={board} unit={unit} name={name} />
      <dd className={classes.change}>
        {change === null ? (
          <p>{declinedText(other)}</p>
        ) : (
          <>
            <b data-tone={toneOf(change)}>{changeText(change)}</b>
            <p>{basisText(current, other, unit, board.type)}</p>
          </>
        )}
      </dd>
    </div>
  );
};

const untilText = ({ until }: Comparison, board: Board): string => {
  const at = instant(Date.parse(until));
  const zone = zoneOf(board);
  return `até ${formatShortDay(civilDateAt(at, zone))}, ${formatClock(at, zone)}`;
};

/** The period beside the one before it and beside the same days a year ago, like with like. */
export const ComparisonCard = ({ board, period, unit }: ComparisonProps) => {
  const { start, end } = analysedDays(period);
  const { data, error, refetch, isFetching } = useQuery(
    queryFor(readComparison, { params: { mac: board.macAddress }, query: { start, end } }),
  );
  const comparison = data?.comparison;
  return (
    <Card title="Comparação" {...(comparison && { qualifier: untilText(comparison, board) })}>
      {comparison === undefined && error === null && (
        <Loading label="Carregando a comparação">
          <SkeletonBlock height={RESTING_BODY} />
        </Loading>
      )}
      {comparison === undefined && error !== null && (
        <ErrorState failure={error} onRetry={refetch} retrying={isFetching} />
      )}
      {comparison !== undefined && (
        <dl className={classes.list}>
          <div className={classes.row}>
            <Figure
              days={comparison.current}
              current={comparison.current}
              board={board}
              unit={unit}
              name="Este período"
            />
          </div>
          <Row
            name="Período anterior"
            current={comparison.current}
            other={comparison.previous}
            board={board}
            unit={unit}
          />
          <Row
            name="Um ano antes"
            current={comparison.current}
            other={comparison.lastYear}
            board={board}
            unit={unit}
          />
        </dl>
      )}
    </Card>
  );
};
