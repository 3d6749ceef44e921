import { Button } from '@mantine/core';
import {
  type CurvesShown as Answered,
  type CycleShown,
  readSharedReport,
  type Shown,
} from '@nascente/contract/connections/shared-links';
import { type CivilDate, civilDate, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { DEFAULT_ZONE, instant, parseZone, type Zone } from '@nascente/domain/base/time/zone';
import { formatClock, formatDay, formatDayRange } from '@nascente/domain/base/units/format';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { addressOf } from '../../shared/api/api-client.ts';
import { amountOf, amountText, forecastAmount, type MeterKind } from '../../shared/consumption/amount.ts';
import { AmountNumber } from '../../shared/consumption/amount-number.tsx';
import { EstablishmentBillNote } from '../../shared/consumption/bill-note.tsx';
import { DayChart } from '../../shared/consumption/day-chart.tsx';
import { ForecastNote } from '../../shared/consumption/forecast-note.tsx';
import { curveOf } from '../../shared/explorer/curves/curve.ts';
import { drawnCurves } from '../../shared/explorer/curves/drawn-curves.ts';
import { CurvesShown } from '../../shared/explorer/curves-shown.tsx';
import type { Viewport } from '../../shared/explorer/plot/viewport.ts';
import { quantitiesOf } from '../../shared/explorer/quantities.ts';
import { FlowOfDays } from '../../shared/flow/flow-of-days.tsx';
import { useShown } from '../../shared/links/use-shown.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Loading } from '../../shared/ui/page/skeleton.tsx';
import { UnitToggle } from '../../shared/ui/unit-toggle.tsx';
import type { Unit } from '../../shared/use-unit.ts';
import styles from './shared-page.module.css';

/** The answer identifies meters by index, without address. */
const drawn = ({ meters, series }: Answered) =>
  drawnCurves(
    series.flatMap(({ meter: index, quantity: key, curve }) => {
      const meter = meters[index];
      const quantity = meter && quantitiesOf(meter).find((one) => one.key === key);
      if (meter === undefined || quantity === undefined) return [];
      const board = { macAddress: String(index), establishmentId: '', Alias: meter.name, name: meter.name };
      return [{ series: { id: `${index}~${key}`, board, quantity }, curve: curveOf(curve), laterMs: 0 }];
    }),
    '',
  );

const noMarks = [] as const;

const SharedCurves = ({ shown, zone }: { readonly shown: Answered; readonly zone: Zone }) => {
  const total = useMemo(() => ({ from: Date.parse(shown.start), to: Date.parse(shown.end) }), [shown]);
  const [view, setView] = useState<Viewport>(total);
  const curves = useMemo(() => drawn(shown), [shown]);
  const title = [...new Set(curves.map(({ quantity }) => quantity.name))].join(', ');
  const isPart = view.from !== total.from || view.to !== total.to;
  return (
    <Card
      title={title}
      action={
        isPart && (
          <Button variant="subtle" size="sm" onClick={() => setView(total)}>
            Ver tudo
          </Button>
        )
      }
    >
      <CurvesShown
        {...{ title, curves, view, zone }}
        isApart={shown.isApart}
        isShaded
        marks={noMarks}
        isWheelOwn={false}
        isBrief={false}
        onView={setView}
      />
    </Card>
  );
};

interface SharedCycleProps {
  readonly cycle: CycleShown;
  readonly kind: MeterKind;
  readonly unit: Unit;
  readonly today: CivilDate;
}

const SharedCycle = ({ cycle, kind, unit, today }: SharedCycleProps) => {
  const { start, end, forecast, days, prices, restOfToday } = cycle;
  return (
    <Card
      title={kind === 'water' ? 'Água no ciclo' : 'Energia no ciclo'}
      qualifier={formatDayRange(civilDate(start), civilDate(end))}
    >
      <AmountNumber amount={amountOf(unit, kind, cycle)} size="page" />
      <p className={styles.numbers}>
        até agora · previsto para o fim {amountText(forecastAmount(unit, kind, forecast))}
      </p>
      <DayChart
        rows={days}
        kind={kind}
        unit={unit}
        today={today}
        prices={prices}
        restOfToday={restOfToday}
        measured={cycle}
        height={240}
      />
      <EstablishmentBillNote cycle={cycle} unit={unit} />
      {end > today && <ForecastNote cycle={cycle} kind={kind} unit={unit} />}
    </Card>
  );
};

const Report = ({ days, address }: { readonly days: Shown['report']; readonly address: string }) => (
  <Card
    title="Relatório do ciclo"
    {...(days && { qualifier: formatDayRange(civilDate(days.start), civilDate(days.end)) })}
  >
    <p className={styles.lead}>O relatório é feito na hora, com os números de agora.</p>
    <Button component="a" href={address} leftSection={<Icon name="download" size={18} />}>
      Baixar PDF
    </Button>
  </Card>
);

const Content = ({ shown, unit, token }: { shown: Shown; unit: Unit; token: string }) => {
  const { kind, type, cycle, flow, report, curves, zone, shownAt } = shown;
  if (kind === 'report')
    return <Report days={report} address={addressOf(readSharedReport, { params: { key: token } })} />;
  if (flow !== null)
    return (
      <Card title="Para onde vai" qualifier={formatDayRange(civilDate(flow.start), civilDate(flow.end))}>
        <FlowOfDays flow={flow} unit={unit} />
      </Card>
    );
  if (curves !== null) return <SharedCurves shown={curves} zone={parseZone(zone) ?? DEFAULT_ZONE} />;
  if (cycle !== null) {
    const today = civilDateAt(instant(Date.parse(shownAt)), parseZone(zone) ?? DEFAULT_ZONE);
    return <SharedCycle cycle={cycle} kind={type} unit={unit} today={today} />;
  }
  return (
    <Card>
      <EmptyState icon="chart">Não chegou nenhuma medição neste ciclo.</EmptyState>
    </Card>
  );
};

const Page = ({ shown, token }: { readonly shown: Shown; readonly token: string }) => {
  const [unit, setUnit] = useState<Unit>('money');
  const { name, establishmentName, kind, type, zone, shownAt, expiresOn } = shown;
  const at = instant(Date.parse(shownAt));
  const ownZone = parseZone(zone) ?? DEFAULT_ZONE;
  return (
    <>
      <header className={styles.head}>
        <div>
          <p>{establishmentName}</p>
          <h1>{name}</h1>
        </div>
        {kind !== 'report' && kind !== 'curve' && (
          <UnitToggle value={unit} onChange={setUnit} energyUnit={type === 'water' ? 'm³' : 'kWh'} />
        )}
      </header>
      <Content shown={shown} unit={unit} token={token} />
      <p className={styles.foot}>
        Números de {formatDay(civilDateAt(at, ownZone))}, {formatClock(at, ownZone)}: a cada abertura são os
        do momento.
        {expiresOn !== null && ` Este link vale até ${formatDay(civilDate(expiresOn))}.`}
      </p>
    </>
  );
};

/** /shared/:token: one chart or report, without an account. */
export const SharedPage = () => {
  const token = useParams().token ?? '';
  const { shown, isOver, failure, retry } = useShown(token, null);
  return (
    <main className={styles.frame}>
      {shown === null ? (
        <header className={styles.head}>
          <h1>Link compartilhado</h1>
        </header>
      ) : (
        <Page shown={shown} token={token} />
      )}
      {isOver && (
        <Card>
          <EmptyState icon="external-link">Este link não vale mais. Peça um novo a quem o enviou.</EmptyState>
        </Card>
      )}
      {shown === null && failure !== null && (
        <Card>
          <ErrorState failure={failure} onRetry={retry} />
        </Card>
      )}
      {shown === null && failure === null && !isOver && <Loading rows={6} />}
    </main>
  );
};
