import { type Comparison, readComparison } from '@nascente/contract/energy/analysis';
import type { Board } from '@nascente/contract/sites/meters';
import { civilDate, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { instant } from '@nascente/domain/base/time/zone';
import {
  formatClock,
  formatDatedRange,
  formatDayRange,
  formatNumber,
  formatPercent,
  formatShortDay,
} from '@nascente/domain/base/units/format';
import { estimatedText } from '@nascente/domain/energy/consumption/partly-measured';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../../shared/api/api-client.ts';
import { amountOf, type MeterKind, moneyText, quantityText } from '../../../../shared/consumption/amount.ts';
import { AmountNumber } from '../../../../shared/consumption/amount-number.tsx';
import { isUnmeasured } from '../../../../shared/consumption/completeness.ts';
import { zoneOf } from '../../../../shared/consumption/zone-of.ts';
import { BigNumber } from '../../../../shared/ui/marks/big-number.tsx';
import { Card } from '../../../../shared/ui/marks/card.tsx';
import { Answer } from '../../../../shared/ui/page/answer.tsx';
import { SkeletonBlock } from '../../../../shared/ui/page/skeleton.tsx';
import type { Unit } from '../../../../shared/use-unit.ts';
import type { MeterView } from '../../meter-view.ts';
import { analysedDays } from '../../period/period-range.ts';
import { RESTING_BODY } from '../near-card.tsx';
import classes from './comparison-card.module.css';

type Compared = Comparison['previous'];

/** The hours measured in both periods, in the quantity on screen: R$ where both have a price. */
const sidesOf = ({ alike }: Compared, unit: Unit) =>
  unit === 'money' && alike.currentCost !== null && alike.otherCost !== null && alike.otherCost > 0
    ? { inMoney: true, ours: alike.currentCost, theirs: alike.otherCost }
    : { inMoney: false, ours: alike.current, theirs: alike.other };

/** Change of the quantity on screen (0.05 is 5 % more); null where too few hours are comparable. */
export const changeOf = (other: Compared, unit: Unit): number | null => {
  if (other.change === null) return null;
  const { ours, theirs } = sidesOf(other, unit);
  return (ours - theirs) / theirs;
};

/** A smaller change counts as none. */
const NO_CHANGE = 0.0005;
const DECIMALS_BELOW = 0.1;

/** '4,2% a mais', '12% a menos', 'o mesmo'. */
export const changeText = (change: number): string => {
  const size = Math.abs(change);
  if (size < NO_CHANGE) return 'o mesmo';
  const text = formatPercent(size, size < DECIMALS_BELOW ? 1 : 0);
  return `${text} a ${change > 0 ? 'mais' : 'menos'}`;
};

const daysText = (days: number): string =>
  `${formatNumber(days, 0)} ${days === 1 ? 'dia útil' : 'dias úteis'}`;

/** The basis of the comparison, with differences by gaps or the calendar. */
export const basisText = (
  current: Comparison['current'],
  other: Compared,
  unit: Unit,
  kind: MeterKind,
): string => {
  const { alike } = other;
  const hours = `${formatNumber(alike.hours, 0)}\u00a0horas que os dois mediram por inteiro`;
  const { inMoney, ours, theirs } = sidesOf(other, unit);
  const textOf = (value: number): string => (inMoney ? moneyText(value) : quantityText(value, kind));
  const amounts = `${textOf(ours)} contra ${textOf(theirs)} nas ${hours}`;
  return current.workingDays === other.workingDays
    ? `${amounts}.`
    : `${amounts}; ${daysText(current.workingDays)} agora, ${daysText(other.workingDays)} antes.`;
};

export const declinedText = ({ alike }: Compared): string => {
  if (alike.hours === 0) return 'Sem medições dos dois períodos para comparar.';
  if (alike.other === 0) return 'Sem consumo antes nas horas que os dois mediram: não há o que comparar.';
  const of = formatNumber(alike.ofHours, 0);
  const measured =
    alike.hours === 1
      ? `Só 1 das ${of}\u00a0horas foi medida por inteiro nos dois períodos`
      : `Só ${formatNumber(alike.hours, 0)} das ${of}\u00a0horas foram medidas por inteiro nos dois períodos`;
  return `${measured}: menos da metade é pouco para comparar.`;
};

type ComparisonProps = Pick<MeterView, 'board' | 'period' | 'unit'>;

type Days = Pick<Comparison['current'], 'start' | 'end' | 'total' | 'cost' | 'completeness' | 'estimated'>;

/** A smaller change is marked neither good nor bad. */
const NEWSWORTHY = 0.02;

const toneOf = (change: number | null): 'good' | 'warn' | undefined => {
  if (change === null || Math.abs(change) < NEWSWORTHY) return undefined;
  return change > 0 ? 'warn' : 'good';
};

interface FigureProps extends Omit<ComparisonProps, 'period'> {
  readonly days: Days;
  readonly current: Days;
  readonly name: string;
}

const rangeOf = ({ start, end }: Days, current: Days): string => {
  const format = end.slice(0, 4) === current.end.slice(0, 4) ? formatDayRange : formatDatedRange;
  return format(civilDate(start), civilDate(end));
};

/** '10 a 20 nov · 12,5% estimado' */
const aboutOf = (days: Days, current: Days): string =>
  [rangeOf(days, current), estimatedText(days.estimated) ?? []].flat().join(' · ');

const Figure = ({ days, current, board, unit, name }: FigureProps) => (
  <>
    <dt>
      {name} <span>{aboutOf(days, current)}</span>
    </dt>
    <dd className={classes.amount}>
      {isUnmeasured(days) ? (
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

export const ComparisonCard = ({ board, period, unit }: ComparisonProps) => {
  const { start, end } = analysedDays(period);
  const query = useQuery(
    queryFor(readComparison, { params: { mac: board.macAddress }, query: { start, end } }),
  );
  const comparison = query.data?.comparison;
  return (
    <Card title="Comparação" {...(comparison && { qualifier: untilText(comparison, board) })}>
      {comparison === undefined ? (
        <Answer
          query={query}
          rest={<SkeletonBlock height={RESTING_BODY} />}
          label="Carregando a comparação"
        />
      ) : (
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
