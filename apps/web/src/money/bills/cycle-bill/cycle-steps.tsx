import type { BillAnswer } from '@nascente/contract/money/bills';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange } from '@nascente/domain/base/units/format';
import { useAddress } from '../../../shared/api/use-address.ts';
import { StepButtons } from '../../../shared/ui/step-buttons.tsx';

type Days = BillAnswer['cycle'];

const asText = ({ start, end }: Days): string => formatDayRange(civilDate(start), civilDate(end));

export const CycleSteps = ({ bill }: { readonly bill: Pick<BillAnswer, 'previousCycle' | 'nextCycle'> }) => {
  const [, change] = useAddress();
  const { previousCycle: previous, nextCycle: next } = bill;
  const goTo = (cycle: Days) => change({ inicio: cycle.start }, { isStep: true });
  return (
    <StepButtons
      tour="bill-cycle"
      previous={`Ciclo anterior: ${asText(previous)}`}
      next={next === null ? 'Este é o ciclo atual' : `Próximo ciclo: ${asText(next)}`}
      onPrevious={() => goTo(previous)}
      onNext={next && (() => goTo(next))}
    />
  );
};
