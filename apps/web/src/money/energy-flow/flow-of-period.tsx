import { type EnergyFlow, readEnergyFlow } from '@nascente/contract/money/energy-flow';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import type { Zone } from '@nascente/domain/base/time/zone';
import { formatDayRange } from '@nascente/domain/base/units/format';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '../../shared/api/api-client.ts';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { FlowOfDays } from '../../shared/flow/flow-of-days.tsx';
import { usePeriod } from '../../shared/forms/fields/period.ts';
import { PeriodChoice } from '../../shared/forms/fields/period-choice.tsx';
import { ShareLink } from '../../shared/links/share-link.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { IconButton } from '../../shared/ui/marks/icon-button.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Loading, SkeletonRows } from '../../shared/ui/page/skeleton.tsx';
import type { Unit } from '../../shared/use-unit.ts';
import styles from './energy-flow.module.css';

interface FlowOfPeriodProps {
  readonly id: string;
  readonly zone: Zone;
  readonly type: EnergyFlow['type'];
  readonly unit: Unit;
  /** What is measured there is not known yet: the shape of the answer stands meanwhile. */
  readonly isAwaited: boolean;
}

const isOfType = (failure: Error | null, type: ApiFailure['type']): boolean =>
  failure instanceof ApiFailure && failure.type === type;

const Failed = ({ failure, onRetry }: { readonly failure: Error; readonly onRetry: () => unknown }) => {
  if (isOfType(failure, 'forbidden'))
    return (
      <EmptyState icon="grid" action={<TextLink to="/home">Voltar ao início</TextLink>}>
        Você acompanha só parte dos medidores deste estabelecimento: o todo não pode ser mostrado.
      </EmptyState>
    );
  // Days that are refused are refused again.
  return <ErrorState failure={failure} {...(!isOfType(failure, 'validation') && { onRetry })} />;
};

/** Of days that were chosen, else of the billing cycle so far. */
export const FlowOfPeriod = ({ id, zone, type, unit, isAwaited }: FlowOfPeriodProps) => {
  const [period, setPeriod] = usePeriod();
  const [steps, setSteps] = useState(0);
  const { data, error, refetch } = useQuery({
    ...queryFor(readEnergyFlow, { params: { id }, query: { type, ...period } }),
    placeholderData: keepPreviousData,
    enabled: !isAwaited,
  });
  // What cannot be asked for again stays as it was seen; what may not be seen any more does not.
  const flow = isOfType(error, 'forbidden') ? undefined : data?.flow;
  const step = (cycle: EnergyFlow['nextCycle'] | undefined) =>
    cycle &&
    (() => {
      setPeriod(cycle);
      setSteps((before) => before + 1);
    });
  const [previous, next] = [step(flow?.previousCycle), step(flow?.nextCycle)];
  return (
    <Card
      title="No período"
      tour="flow-chart"
      {...(flow && { qualifier: formatDayRange(civilDate(flow.start), civilDate(flow.end)) })}
      action={
        <div className={styles.steps}>
          <IconButton
            icon="chevron-left"
            label="Ciclo anterior"
            outlined
            disabled={!previous}
            onClick={() => previous?.()}
          />
          <IconButton
            icon="chevron-right"
            label="Próximo ciclo"
            outlined
            disabled={!next}
            onClick={() => next?.()}
          />
        </div>
      }
    >
      {/* What was typed before a step is no more what is shown. */}
      {!isOfType(error, 'forbidden') && (
        <PeriodChoice key={steps} zone={zone} period={period} shown={flow} onChange={setPeriod} />
      )}
      {error !== null && flow === undefined && <Failed failure={error} onRetry={refetch} />}
      {error === null && flow === undefined && (
        <Loading>
          <SkeletonRows rows={6} />
        </Loading>
      )}
      {flow && <FlowOfDays flow={flow} unit={unit} />}
      {flow && (
        <p className={styles.share}>
          <ShareLink
            kind="flow"
            establishmentId={id}
            type={type}
            asked={{ inicio: flow.start, fim: flow.end }}
          />
        </p>
      )}
    </Card>
  );
};
