import type { BudgetProgressAnswer } from '@nascente/contract/budgets';
import { budgetText, headingText, isAbove, usedText } from '@nascente/domain/budgets/budget-words';
import { civilDate } from '@nascente/domain/time/civil-day';
import { formatDayRange } from '@nascente/domain/units/format';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { Tag } from '../../shared/ui/tag.tsx';
import styles from './budgets.module.css';

const MEASURE_WORDS = { money: 'Conta de energia', energy: 'Energia', water: 'Água' } as const;

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

const daysText = ({ start, end }: BudgetProgressAnswer): string =>
  start === null || end === null ? '' : ` · ${formatDayRange(civilDate(start), civilDate(end))}`;

interface BudgetRowProps {
  readonly budget: BudgetProgressAnswer;
  /** On a page of its own, which says whose it is. */
  readonly isAlone?: boolean;
}

/** The cycle of one establishment or group against what was planned for it. */
export const BudgetRow = ({ budget, isAlone = false }: BudgetRowProps) => {
  const { target, measure, amount } = budget;
  return (
    <li className={styles.budget}>
      <div className={styles.head}>
        {isAlone ? (
          <b>{MEASURE_WORDS[measure]}</b>
        ) : (
          <Link to={`/budgets/${target.kind}/${target.id}`}>{target.name}</Link>
        )}
        {isAbove(budget) && <Tag tone="warn">A caminho de passar</Tag>}
        <b>Meta {budgetText(amount, measure)}</b>
      </div>
      <p className={styles.muted}>
        {MEASURE_WORDS[measure]}
        {daysText(budget)}
      </p>
      <Track budget={budget} />
      <p>{headingText(budget)}</p>
      <p className={styles.muted}>{usedText(budget)}.</p>
    </li>
  );
};
