import type { BillAnswer } from '@nascente/contract/money/bills';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange } from '@nascente/domain/base/units/format';
import { useAddress } from '../../../shared/api/use-address.ts';
import { IconButton } from '../../../shared/ui/marks/icon-button.tsx';
import classes from './cycle-steps.module.css';

type Days = BillAnswer['cycle'];

const asText = ({ start, end }: Days): string => formatDayRange(civilDate(start), civilDate(end));

export const CycleSteps = ({ bill }: { readonly bill: Pick<BillAnswer, 'previousCycle' | 'nextCycle'> }) => {
  const [, change] = useAddress();
  const { previousCycle: previous, nextCycle: next } = bill;
  const goTo = (cycle: Days) => change({ inicio: cycle.start }, { isStep: true });
  return (
    <div className={classes.steps} data-tour="bill-cycle">
      <IconButton
        icon="chevron-left"
        outlined
        label={`Ciclo anterior: ${asText(previous)}`}
        onClick={() => goTo(previous)}
      />
      <IconButton
        icon="chevron-right"
        outlined
        label={next === null ? 'Este é o ciclo atual' : `Próximo ciclo: ${asText(next)}`}
        disabled={next === null}
        onClick={() => next !== null && goTo(next)}
      />
    </div>
  );
};
