import { type ConsolidatedDay, readMonth } from '@nascente/contract/energy/consumption';
import { readConsumption } from '@nascente/contract/energy/period-consumption';
import type { Board } from '@nascente/contract/sites/meters';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange, formatPercent, formatShortDay } from '@nascente/domain/base/units/format';
import {
  creditWorth,
  type SolarBalance,
  type SolarRole,
  solarBalance,
} from '@nascente/domain/energy/subjects/solar';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { queryFor } from '../../../../shared/api/api-client.ts';
import { metersQuery } from '../../../../shared/boards/meters-query.ts';
import { isInverter, solarRoleOf } from '../../../../shared/boards/solar-role.ts';
import { BarChart } from '../../../../shared/charts/bar-chart.tsx';
import { chartState } from '../../../../shared/charts/chart-frame.tsx';
import { moneyOf, quantityOf } from '../../../../shared/consumption/amount.ts';
import { AmountNumber } from '../../../../shared/consumption/amount-number.tsx';
import type { TouPrices } from '../../../../shared/consumption/tou-periods.ts';
import { BigNumber } from '../../../../shared/ui/marks/big-number.tsx';
import { Card } from '../../../../shared/ui/marks/card.tsx';
import { RestingStats, Stat, StatList } from '../../../../shared/ui/marks/stat-list.tsx';
import { Loading, SkeletonText } from '../../../../shared/ui/page/skeleton.tsx';
import { Segmented } from '../../../../shared/ui/segmented.tsx';
import type { MeterView } from '../../meter-view.ts';
import type { Period } from '../../period/period-range.ts';
import { analysedDays, DAYS_STALE_MS, daysQuery } from '../../period/period-range.ts';
import classes from './solar-card.module.css';
import { generatedHours, type PlacedHour, type Step, solarChart, solarHours } from './solar-chart.ts';
import { SolarText } from './solar-texts.tsx';

const NO_METERS: readonly Board[] = [];

const useNeighbours = (
  board: Board,
): { readonly neighbours: readonly Board[]; readonly isPending: boolean } => {
  const { data, isPending } = useQuery({
    ...metersQuery,
    staleTime: DAYS_STALE_MS,
    select: ({ installationsMeter }) =>
      installationsMeter.filter(
        ({ establishmentId, type, macAddress }) =>
          establishmentId === board.establishmentId && type === 'eletric' && macAddress !== board.macAddress,
      ),
  });
  return { neighbours: data ?? NO_METERS, isPending };
};

/** Injection of the billing cycle so far, kWh, with its start; an inverter has no cycle. */
const useCycle = (board: Board, today: string) => {
  const isBilled = !isInverter(board);
  const month = useQuery({
    ...queryFor(readMonth, { params: { mac: board.macAddress } }),
    staleTime: DAYS_STALE_MS,
    select: ({ consolidated }) => consolidated.start,
  });
  const start = month.data;
  const isRequested = isBilled && start !== undefined && start <= today;
  const { data, isPending } = useQuery({
    ...queryFor(readConsumption, {
      body: { id: board.macAddress, dateIn: start ?? today, dateOut: today },
    }),
    enabled: isRequested,
    select: ({ value }) => value.injected,
  });
  return {
    cycle: start === undefined || data === undefined ? null : { start, injected: data },
    isPending: isRequested ? isPending : isBilled && month.isPending,
  };
};

const useSolar = (board: Board, period: Period, today: string) => {
  const role = solarRoleOf(board);
  const own = useQuery({ ...daysQuery(board.macAddress, period), staleTime: DAYS_STALE_MS });
  const { neighbours, isPending: areNeighboursPending } = useNeighbours(board);
  const { cycle, isPending: isCyclePending } = useCycle(board, today);
  const inverters = useMemo(
    () => (board.isGeral ? neighbours.filter(isInverter) : NO_METERS),
    [board.isGeral, neighbours],
  );
  const generated = useQueries({
    queries: inverters.map(({ macAddress }) => ({
      ...daysQuery(macAddress, period),
      staleTime: DAYS_STALE_MS,
    })),
    combine: (answers): readonly (readonly ConsolidatedDay[])[] | null =>
      answers.some(({ data, error }) => data === undefined && error === null)
        ? null
        : answers.flatMap(({ data }) => (data === undefined ? [] : [data.consolidated])),
  });
  const hours = useMemo(() => {
    if (own.data === undefined || generated === null) return null;
    const days = own.data.consolidated;
    return role === 'inverter' ? generatedHours(days) : solarHours(days, generated);
  }, [own.data, generated, role]);
  return {
    role,
    // Null while any query is pending: another figure would push down the content.
    hours: areNeighboursPending || isCyclePending ? null : hours,
    inverters,
    others: neighbours.filter((one) => solarRoleOf(one) === 'load'),
    general: neighbours.find(({ isGeral }) => isGeral) ?? null,
    cycle,
    failure: own.data === undefined ? own.error : null,
    retry: own.refetch,
  };
};

interface SolarFiguresProps {
  readonly role: SolarRole;
  readonly balance: SolarBalance;
  readonly prices: TouPrices | null;
  readonly cycle: { readonly start: string; readonly injected: number } | null;
}

const Energy = ({ total }: { readonly total: number }) => (
  <AmountNumber amount={quantityOf(total, 'eletric')} />
);

const SolarFigures = ({ role, balance, prices, cycle }: SolarFiguresProps) => {
  const { imported, injected, injectedByTouPeriod, generation } = balance;
  return (
    <StatList>
      <Stat label={role === 'inverter' ? 'Gerada no período' : 'Injetada no período'}>
        <Energy total={injected} />
      </Stat>
      {cycle !== null && (
        <Stat label="Injetada no ciclo" qualifier={`desde ${formatShortDay(civilDate(cycle.start))}`}>
          <Energy total={cycle.injected} />
        </Stat>
      )}
      {role === 'grid' && prices !== null && (
        <Stat label="Crédito, no máximo" qualifier="ao preço de hoje">
          <AmountNumber amount={moneyOf(creditWorth(injectedByTouPeriod, prices))} />
        </Stat>
      )}
      {role === 'grid' && generation === null && imported > 0 && (
        <Stat label="Injetada por consumida" qualifier="da rede">
          <BigNumber value={formatPercent(injected / imported)} />
        </Stat>
      )}
      {generation !== null && (
        <>
          <Stat label="Gerada">
            <Energy total={generation.generated} />
          </Stat>
          <Stat label="Autoconsumo">
            <Energy total={generation.selfConsumed} />
          </Stat>
          <Stat label="Exportada" qualifier="da geração">
            <BigNumber value={formatPercent(generation.exportedShare)} />
          </Stat>
          <Stat label="Vinda dos painéis" qualifier="do uso no local">
            <BigNumber value={formatPercent(generation.suppliedShare)} />
          </Stat>
        </>
      )}
    </StatList>
  );
};

const NO_HOURS: readonly PlacedHour[] = [];
const RESTING_LABELS = {
  grid: ['Injetada no período', 'Injetada no ciclo', 'Crédito, no máximo', 'Gerada', 'Autoconsumo'],
  load: ['Injetada no período', 'Injetada no ciclo'],
  inverter: ['Gerada no período', 'Injetada no ciclo'],
} as const satisfies Record<SolarRole, readonly string[]>;
const STEPS = [
  { value: 'day', text: 'Por dia' },
  { value: 'hour', text: 'Por hora' },
] as const;

export const SolarCard = ({ board, period, today, prices }: Omit<MeterView, 'kind' | 'unit' | 'onDay'>) => {
  // The period card already shows the days of an inverter.
  const [step, setStep] = useState<Step>(isInverter(board) ? 'hour' : 'day');
  const days = analysedDays(period);
  const { role, hours, general, inverters, others, cycle, failure, retry } = useSolar(board, days, today);
  const chart = useMemo(() => solarChart(hours ?? NO_HOURS, step, role), [hours, step, role]);
  const balance = useMemo(() => solarBalance(hours ?? NO_HOURS), [hours]);
  const isMeasured = hours?.some((hour) => hour.isMeasured) ?? false;
  const state = chartState({ data: hours, error: failure, refetch: retry }, !isMeasured);
  const label = step === 'day' ? 'Energia solar por dia, em kWh' : 'Energia solar por hora, em kWh';
  return (
    <Card
      title="Solar"
      terms={['energia-injetada', 'creditos']}
      qualifier={formatDayRange(days.start, days.end)}
      action={<Segmented label="Passo" value={step} options={STEPS} onChange={setStep} />}
    >
      {isMeasured && (
        <div className={classes.report}>
          <SolarFigures role={role} balance={balance} prices={prices} cycle={cycle} />
          <SolarText
            board={board}
            role={role}
            balance={balance}
            inverters={inverters}
            general={general}
            others={others}
          />
        </div>
      )}
      {state.kind === 'loading' && (
        <div className={classes.report}>
          <Loading>
            <RestingStats labels={RESTING_LABELS[role]} />
          </Loading>
          <p>
            <SkeletonText length={140} />
          </p>
        </div>
      )}
      <BarChart
        {...chart}
        label={label}
        state={state}
        height={200}
        legend={chart.series.length > 1 ? chart.series : []}
        note={step === 'day' ? 'kWh por dia' : 'kWh por hora, média dos dias'}
      />
    </Card>
  );
};
