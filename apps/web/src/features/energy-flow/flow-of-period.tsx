import { type EnergyFlow, readEnergyFlow } from '@nascente/contract/energy-flow';
import { civilDate } from '@nascente/domain/time/civil-day';
import { formatDayRange } from '@nascente/domain/units/format';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryFor } from '../../shared/api-client.ts';
import { ApiFailure } from '../../shared/api-failure.ts';
import { moneyText, quantityText } from '../../shared/consumption/amount.ts';
import { completenessText } from '../../shared/consumption/completeness.ts';
import { usePeriod } from '../../shared/forms/period.ts';
import { PeriodChoice } from '../../shared/forms/period-choice.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Loading, SkeletonRows } from '../../shared/ui/skeleton.tsx';
import { TextLink } from '../../shared/ui/text-link.tsx';
import type { Unit } from '../../shared/use-unit.ts';
import styles from './energy-flow.module.css';
import { FlowChart } from './flow-chart.tsx';
import { moneyFlows, quantityFlows } from './flow-tree.ts';

interface FlowOfPeriodProps {
  readonly id: string;
  readonly type: EnergyFlow['type'];
  readonly unit: Unit;
}

const NO_TARIFF = 'Sem tarifa, a conta não pode ser calculada: o desenho está em quantidade, não em R$.';
const ONLY_POSITIVE = 'Créditos diminuem a conta e não aparecem no desenho; o total da conta já os desconta.';

const hasCredits = ({ rest, parts }: EnergyFlow): boolean =>
  [rest.amount, rest.fixed, rest.unshared, ...parts.map(({ amount }) => amount)].some(
    (amount) => amount !== null && amount < 0,
  );

const Flow = ({ flow, unit }: { readonly flow: EnergyFlow; readonly unit: Unit }) => {
  const money = unit === 'money' ? moneyFlows(flow) : null;
  const isMoney = money !== null;
  const inUnit = (value: number) => quantityText(value, flow.type);
  const notes = [
    ...(unit === 'money' && !isMoney ? [NO_TARIFF] : []),
    ...(isMoney && hasCredits(flow) ? [ONLY_POSITIVE] : []),
    ...flow.notes,
  ];
  return (
    <>
      <FlowChart
        label={isMoney ? 'Para onde vai a conta, em R$' : 'Para onde vai o consumo'}
        flows={money ?? quantityFlows(flow)}
        valueText={isMoney ? moneyText : inUnit}
        nothing="Nada foi medido neste período."
      />
      <p className={styles.note}>
        {flow.total !== null && `Conta de ${moneyText(flow.total)} · `}
        {completenessText(flow.completeness)}
      </p>
      {notes.length > 0 && (
        <div className={styles.notes}>
          <Notice tone="info">
            {notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
          </Notice>
        </div>
      )}
    </>
  );
};

const Failed = ({ failure, onRetry }: { readonly failure: Error; readonly onRetry: () => unknown }) => {
  if (failure instanceof ApiFailure && failure.type === 'forbidden')
    return (
      <EmptyState icon="grid" action={<TextLink to="/home">Voltar ao início</TextLink>}>
        Você acompanha só parte dos medidores deste estabelecimento: o todo não pode ser mostrado.
      </EmptyState>
    );
  return <ErrorState failure={failure} onRetry={onRetry} />;
};

/** Of days that were chosen, else of the billing cycle so far. */
export const FlowOfPeriod = ({ id, type, unit }: FlowOfPeriodProps) => {
  const [period, setPeriod] = usePeriod();
  const { data, error, refetch } = useQuery({
    ...queryFor(readEnergyFlow, { params: { id }, query: { type, ...period } }),
    placeholderData: keepPreviousData,
  });
  const flow = error === null ? data?.flow : undefined;
  const step = (cycle: EnergyFlow['nextCycle'] | undefined) => (cycle ? () => setPeriod(cycle) : undefined);
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
            disabled={previous === undefined}
            onClick={() => previous?.()}
          />
          <IconButton
            icon="chevron-right"
            label="Próximo ciclo"
            outlined
            disabled={next === undefined}
            onClick={() => next?.()}
          />
        </div>
      }
    >
      <PeriodChoice period={period} shown={flow} onChange={setPeriod} />
      {error !== null && <Failed failure={error} onRetry={refetch} />}
      {error === null && flow === undefined && (
        <Loading>
          <SkeletonRows rows={6} />
        </Loading>
      )}
      {flow && <Flow flow={flow} unit={unit} />}
    </Card>
  );
};
