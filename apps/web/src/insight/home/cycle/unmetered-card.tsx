import type { Establishment } from '@nascente/contract/sites/establishments';
import { billingCycleAt } from '@nascente/domain/base/time/billing-cycle';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange } from '@nascente/domain/base/units/format';
import type { ReactNode } from 'react';
import { Card } from '../../../shared/ui/marks/card.tsx';
import classes from './cycle-card.module.css';

interface UnmeteredCardProps {
  readonly establishment: Establishment;
  readonly title: string;
  readonly today: CivilDate;
  readonly action: ReactNode;
}

/** The billing period of an establishment that has neither a meter nor figures of a former one. */
export const UnmeteredCard = ({ establishment, title, today, action }: UnmeteredCardProps) => {
  const { first, last } = billingCycleAt(today, establishment.billReadDate);
  return (
    <Card title={title} span={12} action={action} qualifier={formatDayRange(first, last)}>
      <p className={classes.note}>Sem medidor: o consumo aparece aqui quando o primeiro for cadastrado.</p>
    </Card>
  );
};
