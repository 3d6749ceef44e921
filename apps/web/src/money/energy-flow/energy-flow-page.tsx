import { type EnergyFlow, readEnergyFlow } from '@nascente/contract/money/energy-flow';
import { listEstablishments } from '@nascente/contract/sites/establishments';
import type { Board } from '@nascente/contract/sites/meters';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import type { Zone } from '@nascente/domain/base/time/zone';
import { formatDayRange, formatNumber, formatPower } from '@nascente/domain/base/units/format';
import { energyBalance } from '@nascente/domain/energy/subjects/energy-balance';
import { normalizeMac } from '@nascente/domain/sites/boards/mac';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { queryFor } from '../../shared/api/api-client.ts';
import { isOfType } from '../../shared/api/api-failure.ts';
import { useAddress } from '../../shared/api/use-address.ts';
import { metersQuery } from '../../shared/boards/meters-query.ts';
import { isInverter } from '../../shared/boards/solar-role.ts';
import { useNow } from '../../shared/consumption/use-now.ts';
import { zoneOf } from '../../shared/consumption/zone-of.ts';
import { nameOf } from '../../shared/establishment-name.ts';
import { FlowChart, FlowOfDays } from '../../shared/flow/flow-of-days.tsx';
import { type Flows, REST, sourcesOf } from '../../shared/flow/flow-tree.ts';
import { PeriodChoice, usePeriod } from '../../shared/forms/fields/period-choice.tsx';
import { ShareLink } from '../../shared/links/share-link.tsx';
import { isSilent } from '../../shared/live/connection.ts';
import { totalWatts } from '../../shared/live/instant-power.ts';
import type { LiveMeter } from '../../shared/live-meters.ts';
import { useLastEstablishment } from '../../shared/session-state/last-establishment.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { Loading, SkeletonLine } from '../../shared/ui/page/skeleton.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { StepButtons } from '../../shared/ui/step-buttons.tsx';
import { UnitToggle, UtilityToggle } from '../../shared/ui/unit-toggle.tsx';
import { UnknownTarget } from '../../shared/unknown-target.tsx';
import { useLiveMeters } from '../../shared/use-live-meter.ts';
import { type Unit, useUnit } from '../../shared/use-unit.ts';
import styles from './energy-flow.module.css';

/** A meter and its present flow: W, positive from the grid; L/min for water. */
interface SilentMeterState {
  readonly board: Board;
  readonly flow: number;
}

const STEP_MS = 10_000;

const flowIn = ({ frame }: LiveMeter, isWater: boolean): number | null => {
  if (frame === null) return null;
  return isWater ? frame.flow : totalWatts(frame);
};

/** The present flow by connected meters. */
export const flowsNow = (received: readonly SilentMeterState[], isWater: boolean): Flows => {
  const generals = received.filter(({ board }) => board.isGeral);
  const inverters = received.filter(({ board }) => isInverter(board));
  const parts = received
    .filter(({ board }) => !board.isGeral && !isInverter(board))
    .map(({ board, flow }) => ({
      id: board.id,
      name: board.name,
      system: board.system,
      value: Math.max(flow, 0),
      total: Math.max(flow, 0),
    }));
  const sumOf = (meters: readonly SilentMeterState[], value: (flow: number) => number): number =>
    meters.reduce((sum, { flow }) => sum + value(flow), 0);
  const isFullyMeasured = generals.length > 0;
  const balance = energyBalance({
    consumed: isFullyMeasured ? sumOf(generals, (flow) => Math.max(flow, 0)) : null,
    exported: sumOf(generals, (flow) => Math.max(-flow, 0)),
    generated: inverters.length === 0 ? null : sumOf(inverters, Math.abs),
    parts,
  });
  const { fromGrid, fromPanels, excess, toGrid } = balance;
  return {
    sources: sourcesOf(balance, { isFullyMeasured, isWater }),
    root: {
      key: 'whole',
      label: 'Em uso aqui',
      value: fromGrid + fromPanels + excess - toGrid,
      color: isWater ? '--water' : '--off-peak',
    },
    parts,
    others: [{ ...REST, value: balance.rest }],
    toGrid,
  };
};

const litres = (flow: number): string => `${formatNumber(flow, flow < 10 ? 1 : 0)}\u00a0L/min`;

/** Zero use is stated only when all meters are connected. */
export const emptyText = (received: number, all: number): string => {
  if (received === 0) return 'Aguardando a primeira mensagem dos medidores.';
  return received < all
    ? 'Ainda não chegaram as mensagens de todos os medidores.'
    : 'Nada está em uso neste momento.';
};

/** The present flow; silent meters are left out and counted. */
const FlowNow = ({ boards, isWater }: { readonly boards: readonly Board[]; readonly isWater: boolean }) => {
  const now = useNow(STEP_MS);
  const live = useLiveMeters(
    boards.map(({ macAddress }) => normalizeMac(macAddress)).filter((mac) => mac !== null),
  );
  const received = boards.flatMap((board, index): SilentMeterState[] => {
    const meter = live[index];
    if (meter === undefined || isSilent(meter, board, now)) return [];
    const flow = flowIn(meter, isWater);
    return flow === null ? [] : [{ board, flow }];
  });
  const missing = boards.length - received.length;
  const isGeneralMissing = boards.some(
    (board) => board.isGeral && !received.some((one) => one.board.id === board.id),
  );
  return (
    <Card title="Agora" tour="flow-chart" qualifier={`${received.length} de ${boards.length} medidores`}>
      <FlowChart
        label={isWater ? 'Para onde vai a água agora, em L/min' : 'Para onde vai a potência agora'}
        flows={flowsNow(received, isWater)}
        valueText={isWater ? litres : formatPower}
        nothing={emptyText(received.length, boards.length)}
      />
      {missing > 0 && (
        <p className={styles.note}>
          {missing === 1 ? 'Falta a mensagem de 1 medidor' : `Faltam as mensagens de ${missing} medidores`}
          {isGeneralMissing && ', entre eles o geral: o que não tem medidor próprio não aparece'}.
        </p>
      )}
    </Card>
  );
};

interface FlowOfPeriodProps {
  readonly id: string;
  readonly zone: Zone;
  readonly type: EnergyFlow['type'];
  readonly unit: Unit;
  readonly isAwaited: boolean;
}

const Failed = ({ failure, onRetry }: { readonly failure: Error; readonly onRetry: () => unknown }) => {
  if (isOfType(failure, 'forbidden'))
    return (
      <EmptyState icon="grid" action={<TextLink to="/home">Voltar ao início</TextLink>}>
        Você acompanha só parte dos medidores deste estabelecimento: o todo não pode ser mostrado.
      </EmptyState>
    );
  // Invalid days stay invalid on retry.
  return <ErrorState failure={failure} {...(!isOfType(failure, 'validation') && { onRetry })} />;
};

/** The flow of chosen days, otherwise of the cycle so far. */
const FlowOfPeriod = ({ id, zone, type, unit, isAwaited }: FlowOfPeriodProps) => {
  const [period, setPeriod] = usePeriod();
  const [steps, setSteps] = useState(0);
  const { data, error, refetch } = useQuery({
    ...queryFor(readEnergyFlow, { params: { id }, query: { type, ...period } }),
    placeholderData: keepPreviousData,
    enabled: !isAwaited,
  });
  // A failed refetch keeps the last answer, unless access was revoked.
  const flow = isOfType(error, 'forbidden') ? undefined : data?.flow;
  const step = (cycle: EnergyFlow['nextCycle'] = null) =>
    cycle &&
    (() => {
      setPeriod(cycle);
      setSteps((before) => before + 1);
    });
  return (
    <Card
      title="No período"
      tour="flow-chart"
      {...(flow && { qualifier: formatDayRange(civilDate(flow.start), civilDate(flow.end)) })}
      action={
        <StepButtons
          previous="Ciclo anterior"
          next="Próximo ciclo"
          onPrevious={step(flow?.previousCycle)}
          onNext={step(flow?.nextCycle)}
        />
      }
    >
      {/* A step resets the typed days. */}
      {!isOfType(error, 'forbidden') && (
        <PeriodChoice key={steps} zone={zone} period={period} shown={flow} onChange={setPeriod} />
      )}
      {error !== null && flow === undefined && <Failed failure={error} onRetry={refetch} />}
      {error === null && flow === undefined && <Loading rows={6} />}
      {flow && <FlowOfDays flow={flow} unit={unit} />}
      {flow && (
        <p className={styles.share}>
          <ShareLink
            kind="flow"
            establishmentId={id}
            type={type}
            query={{ inicio: flow.start, fim: flow.end }}
          />
        </p>
      )}
    </Card>
  );
};

const WHENS = [
  { value: 'period', text: 'No período' },
  { value: 'now', text: 'Agora' },
] as const;

/** The view in the address. Where only water is measured, water is the only view. */
const useShown = (isOfWater: boolean) => {
  const [address, change] = useAddress();
  return {
    type: isOfWater || address.get('tipo') === 'agua' ? ('water' as const) : ('eletric' as const),
    when: address.get('quando') === 'agora' ? ('now' as const) : ('period' as const),
    setType: (type: 'eletric' | 'water') => change({ tipo: type === 'water' ? 'agua' : null }),
    setWhen: (when: 'period' | 'now') => change({ quando: when === 'now' ? 'agora' : null }),
  };
};

export const EnergyFlowPage = () => {
  const { id = '' } = useParams();
  const [unit, setUnit] = useUnit();
  const establishments = useQuery(queryFor(listEstablishments, {}));
  const meters = useQuery(metersQuery);
  const establishment = establishments.data?.establishments.find(({ _id }) => _id === id);
  const boards = (meters.data?.installationsMeter ?? []).filter((board) => board.establishmentId === id);
  const hasBoth = new Set(boards.map((board) => board.type)).size > 1;
  const installed = establishment?.installations ?? [];
  const isOfWater = installed.length > 0 && installed.every((meter) => meter.type === 'water');
  const { type, when, setType, setWhen } = useShown(isOfWater);
  useLastEstablishment(establishment?._id ?? null);
  if (establishments.data && !establishments.isFetching && establishment === undefined)
    return <UnknownTarget />;
  return (
    <Page
      title="Para onde vai"
      overline={
        establishment === undefined
          ? establishments.isPending && <SkeletonLine width={14} />
          : nameOf(establishment)
      }
      action={
        when === 'period' && (
          <UnitToggle value={unit} onChange={setUnit} energyUnit={type === 'water' ? 'm³' : 'kWh'} />
        )
      }
    >
      <div className={styles.controls} data-tour="flow-choices">
        <Segmented label="Quando" value={when} options={WHENS} onChange={setWhen} />
        {(hasBoth || (type === 'water' && !isOfWater)) && (
          <UtilityToggle label="O que é mostrado" value={type} onChange={setType} />
        )}
      </div>
      {when === 'period' ? (
        <FlowOfPeriod
          id={id}
          zone={zoneOf(establishment)}
          type={type}
          unit={unit}
          isAwaited={establishments.isPending}
        />
      ) : (
        <FlowNow boards={boards.filter((board) => board.type === type)} isWater={type === 'water'} />
      )}
    </Page>
  );
};
