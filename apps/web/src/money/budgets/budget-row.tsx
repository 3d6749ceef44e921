import type { BudgetProgressAnswer } from '@nascente/contract/money/budgets';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange } from '@nascente/domain/base/units/format';
import { partlyMeasuredText } from '@nascente/domain/energy/consumption/partly-measured';
import {
  budgetText,
  forecastText,
  headingText,
  isAbove,
  usedText,
} from '@nascente/domain/money/budgets/budget-texts';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { BY_AVERAGE } from '../../shared/consumption/average-forecast.ts';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import styles from './budgets.module.css';

const MEASURE_NAMES = { money: 'Fatura de energia', energy: 'Energia', water: 'Água' } as const;

const Track = ({ budget }: { readonly budget: BudgetProgressAnswer }) => {
  const { amount, used, usualShare } = budget;
  if (used === null) return null;
  const where = { '--used': Math.min(used / amount, 1), '--usual': usualShare ?? 0 } as CSSProperties;
  return (
    <div className={styles.track} data-above={isAbove(budget)} style={where} aria-hidden="true">
      <i />
      {usualShare !== null && <b />}
    </div>
  );
};

const daysText = ({ start, end }: BudgetProgressAnswer): string | null =>
  start === null || end === null ? null : formatDayRange(civilDate(start), civilDate(end));

interface BudgetRowProps {
  readonly budget: BudgetProgressAnswer;
  /** True on its own page, whose title already names the target. */
  readonly isAlone?: boolean;
}

export const BudgetRow = ({ budget, isAlone = false }: BudgetRowProps) => {
  const { target, measure, amount, used, usualShare, forecastByDailyAverage, completeness, estimated } =
    budget;
  const partly = completeness === null ? null : partlyMeasuredText(completeness, estimated);
  const about = [isAlone ? null : MEASURE_NAMES[measure], daysText(budget)].filter((part) => part !== null);
  return (
    <li className={styles.budget}>
      <div className={styles.head}>
        {isAlone ? (
          <b>{MEASURE_NAMES[measure]}</b>
        ) : (
          <Link to={`/budgets/${target.kind}/${target.id}`}>{target.name}</Link>
        )}
        {isAbove(budget) && <Tag tone="warn">A caminho de passar</Tag>}
      </div>
      <p className={styles.muted}>{about.join(' · ')}</p>
      <p className={styles.heading}>{headingText(budget)}</p>
      {forecastByDailyAverage !== null && (
        <p className={styles.muted}>
          {BY_AVERAGE}: {forecastText(forecastByDailyAverage, measure)}
        </p>
      )}
      <Track budget={budget} />
      <p className={styles.ends}>
        <span>{used !== null && `${budgetText(used, measure)} até agora`}</span>
        <span>Meta {budgetText(amount, measure)}</span>
      </p>
      <p className={styles.muted}>
        {usedText(budget)}
        {used !== null && usualShare !== null && ' (o traço)'}
        {partly !== null && ` · ${partly}`}.
      </p>
    </li>
  );
};
