import type { Bar, BarSeries } from '@nascente/charts/bars';
import { describeRows } from '@nascente/charts/chart-tooltip';
import type { Opportunity, OpportunityOf } from '@nascente/contract/insight/opportunity-kinds';
import { readSaving, type Saving, type SavingChange } from '@nascente/contract/insight/savings';
import { type BillAnswer, readBill } from '@nascente/contract/money/bills';
import { addDays, type CivilDate, civilDate, daysBetween } from '@nascente/domain/base/time/civil-day';
import { formatDay, formatNumber, formatReais } from '@nascente/domain/base/units/format';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../shared/api/api-client.ts';
import { isOfType } from '../../shared/api/api-failure.ts';
import { BarChart } from '../../shared/charts/bar-chart.tsx';
import { useToday } from '../../shared/consumption/use-now.ts';
import { zoneOf } from '../../shared/consumption/zone-of.ts';
import { Hinted } from '../../shared/glossary/hinted.tsx';
import { useScreenExists } from '../../shared/screen-paths.tsx';
import { useMay } from '../../shared/session-state/use-may.ts';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Answer, type Query } from '../../shared/ui/page/answer.tsx';
import styles from './opportunities.module.css';
import { SavingChanges } from './saving-changes.tsx';
import {
  amountText,
  changedText,
  effectText,
  isIn,
  monthName,
  qualityText,
  type SavingUnit,
  savingUnitOf,
  variableTexts,
} from './saving-texts.ts';

interface SavingChartProps {
  readonly saving: Saving;
  readonly changes: readonly SavingChange[];
  readonly unit: SavingUnit;
}

const USED = { key: 'used', label: 'Consumido' } as const;
const AVOIDED: BarSeries = { key: 'avoided', label: 'Evitado', color: '--line-strong' };
const BEYOND: BarSeries = { key: 'beyond', label: 'Além do esperado', color: '--peak' };

const changesText = (month: string, changes: readonly SavingChange[], unit: SavingUnit): string =>
  changes
    .filter((change) => isIn(month, change))
    .map((change) => `${change.what} (${effectText(change, unit)})`)
    .join('; ');

const SavingChart = ({ saving: { months }, changes, unit }: SavingChartProps) => {
  const used: BarSeries = { ...USED, color: unit === 'm³' ? '--water' : '--off-peak' };
  const label = `Consumido e esperado por mês, em ${unit}`;
  const changesIn = (month: string): string => changesText(month, changes, unit);
  const isEverBeyond = months.some(({ expected, measured }) => measured > expected);
  const series = [used, AVOIDED, ...(isEverBeyond ? [BEYOND] : [])];
  const bars = months.map((month, index): Bar => {
    const { expected, measured } = month;
    return {
      key: month.month,
      axisLabel: `${monthName(month)}${changesIn(month.month) === '' ? '' : ' *'}`,
      labelRank: index === 0 || index === months.length - 1 ? 1 : 2,
      values: [
        Math.min(expected, measured),
        Math.max(expected - measured, 0),
        ...(isEverBeyond ? [Math.max(measured - expected, 0)] : []),
      ],
    };
  });
  const isChanged = months.some(({ month }) => changesIn(month) !== '');
  return (
    <BarChart
      label={label}
      height={180}
      bars={bars}
      series={series}
      legend={series}
      note={isChanged ? `${unit} por mês · * com outra mudança` : `${unit} por mês`}
      table={{
        columns: ['Mês', 'Esperado', 'Consumido', 'Outras mudanças'],
        rows: months.map((month) => [
          monthName(month),
          amountText(month.expected, unit),
          amountText(month.measured, unit),
          changesIn(month.month) || '–',
        ]),
      }}
      describe={describeRows(months, (month) => ({
        title: monthName(month),
        rows: [
          { label: 'Esperado', value: amountText(month.expected, unit) },
          { label: 'Consumido', value: amountText(month.measured, unit), color: used.color },
        ],
        ...(changesIn(month.month) !== '' && { note: changesIn(month.month) }),
      }))}
    />
  );
};

const DAYS_A_YEAR = 365;
const COMPLETE_FROM = 100;

/** Billed excess of reactive energy, kvarh and R$, and its kWh. */
const excessOf = ({ lines, reactive, consumed }: BillAnswer) => ({
  kvarh: reactive.total,
  cost: lines.reduce((sum, { kind, amount }) => sum + (kind === 'reactive-energy' ? amount : 0), 0),
  energy: consumed.total,
});

const kvarhText = (kvarh: number): string =>
  `${formatNumber(kvarh, kvarh < COMPLETE_FROM ? 1 : 0)}\u00a0kvarh`;

const comparedOf = (before: BillAnswer, after: BillAnswer) => {
  const [then, now] = [excessOf(before), excessOf(after)];
  const share = then.energy === 0 ? 0 : now.energy / then.energy;
  return { now, expected: { kvarh: then.kvarh * share, cost: then.cost * share } };
};

interface ReactiveSavingProps {
  readonly establishment: Opportunity['establishment'];
  readonly since: CivilDate;
}

/** Capacitors change no kWh: they avoid reactive excess, compared before and since. */
const ReactiveSaving = ({ establishment, since }: ReactiveSavingProps) => {
  const yesterday = addDays(useToday(zoneOf(establishment)), -1);
  const isMeasured = yesterday > since;
  const billOf = (start: CivilDate, end: CivilDate) => ({
    ...queryFor(readBill, { params: { id: establishment._id }, query: { type: 'eletric', start, end } }),
    enabled: isMeasured,
  });
  const before = useQuery(billOf(addDays(since, -DAYS_A_YEAR), addDays(since, -1)));
  const after = useQuery(billOf(addDays(since, 1), yesterday));
  if (!isMeasured)
    return (
      <p className={styles.muted}>
        A medição começa no dia seguinte à mudança, quando esse dia tiver passado inteiro.
      </p>
    );
  const failed = [before, after].find(({ error }) => error !== null);
  if (failed || before.data === undefined || after.data === undefined)
    return <Answer<unknown> query={failed ?? (before.data === undefined ? before : after)} rows={1} />;
  const { now, expected } = comparedOf(before.data.bill, after.data.bill);
  const saved = expected.cost - now.cost;
  const days = daysBetween(since, yesterday);
  return (
    <p>
      <b>Energia reativa excedente:</b> {kvarhText(now.kvarh)} ({formatReais(now.cost)}) em{' '}
      {days === 1 ? '1 dia' : `${days} dias`} até {formatDay(yesterday)}. No ritmo do ano anterior seriam{' '}
      {kvarhText(expected.kvarh)} ({formatReais(expected.cost)}): {formatReais(Math.abs(saved))} a{' '}
      {saved < 0 ? 'mais' : 'menos'}.
    </p>
  );
};

const TERMS_OF_SAVING = ['linha-de-base', 'faixa-da-economia', 'cv-rmse'] as const;

const verdictOf = ({ low, high }: Saving): string => {
  if (low > 0) return 'Economia comprovada';
  return high < 0 ? 'O consumo aumentou' : 'Ainda não dá para saber';
};

interface ProvenByBillsProps {
  readonly saving: Saving;
  readonly unit: SavingUnit;
  /** Whether only peak consumption counts. */
  readonly isOfPeak: boolean;
}

const Notified = ({ saving, unit, isOfPeak }: ProvenByBillsProps) => {
  const { avoided, low, high, cost, until, days } = saving;
  const changed = changedText(saving, unit);
  const money = cost === null ? '' : `, ${formatReais(Math.abs(cost.avoided))}`;
  const bandOfMoney = cost === null ? '' : `, ou de ${formatReais(cost.low)} a ${formatReais(cost.high)},`;
  return (
    <div>
      <Hinted of="a economia medida" terms={TERMS_OF_SAVING}>
        <b>{verdictOf(saving)}:</b>
      </Hinted>{' '}
      {amountText(Math.abs(avoided), unit)} a {avoided < 0 ? 'mais' : 'menos'}
      {isOfPeak && ' na ponta'} que o esperado{money}, em {days === 1 ? '1 dia' : `${days} dias`} até{' '}
      {formatDay(civilDate(until))} (economia de {amountText(low, unit)} a {amountText(high, unit)}
      {bandOfMoney} em nove de dez casos). {qualityText(saving)}
      {[...variableTexts(saving), changed].filter((text) => text !== null).map((text) => ` ${text}`)}
    </div>
  );
};

/** Effects visible in bills only: a price per kWh, or a charge. */
const provenByBills: Partial<Record<Opportunity['kind'], string>> = {
  modality: 'A tarifa não muda os kWh: a economia aparece no total das faturas.',
  demand: 'A demanda contratada não muda os kWh: a economia aparece nas linhas de demanda das faturas.',
  'free-market':
    'O mercado livre não muda os kWh: a economia aparece na soma da fatura da distribuidora com a nota do fornecedor.',
  'expiring-credits': 'O uso dos créditos aparece nas linhas de energia compensada das faturas.',
};

const LITRES = 1000;
/** A constant leak is part of the baseline year. */
const leakQuery = (leak: OpportunityOf<'leak'>['leak'] | null) =>
  leak === null || leak.isContinuous
    ? {}
    : { leakSince: leak.since, leakPerDay: String(Math.round(leak.perDay * LITRES)) };

const VariablesLink = ({ id }: { readonly id: string }) => {
  const mayEditEstablishment = useMay('edit-establishment');
  const path = `/edit/establishment/${id}/variables`;
  const exists = useScreenExists(path);
  return exists && mayEditEstablishment ? <TextLink to={path}>Temperatura e produção</TextLink> : null;
};

const Unproven = ({ query }: { readonly query: Query<unknown> }) =>
  isOfType(query.error, 'not-found') ? (
    <p className={styles.muted}>Medição da economia: o medidor não está mais entre os seus.</p>
  ) : (
    <Answer query={query} rows={1} />
  );

export const ProvenSaving = ({ opportunity }: { readonly opportunity: Opportunity }) => {
  const { kind, doneOn } = opportunity;
  const measured = 'measured' in opportunity ? opportunity.measured : null;
  const leak = opportunity.kind === 'leak' ? opportunity.leak : null;
  const unit = savingUnitOf(opportunity);
  const hours = measured?.hours ?? 'all';
  const query = useQuery({
    ...queryFor(readSaving, {
      params: { mac: measured?.mac ?? '' },
      query: { since: doneOn ?? '', ...(hours === 'peak' && { hours }), ...leakQuery(leak) },
    }),
    enabled: measured !== null && doneOn !== null,
  });
  if (kind === 'reactive' && doneOn !== null)
    return <ReactiveSaving establishment={opportunity.establishment} since={civilDate(doneOn)} />;
  const byBills = provenByBills[kind];
  if (measured === null || doneOn === null)
    return byBills === undefined ? null : <p className={styles.muted}>{byBills}</p>;
  if (query.data === undefined) return <Unproven query={query} />;
  const { saving, changes, missing } = query.data;
  return (
    <>
      {saving === null ? (
        <p className={styles.muted}>Medição da economia: {missing}</p>
      ) : (
        <>
          <Notified saving={saving} unit={unit} isOfPeak={hours === 'peak'} />
          <SavingChart saving={saving} changes={changes} unit={unit} />
        </>
      )}
      <SavingChanges
        mac={measured.mac}
        changes={changes}
        unit={unit}
        zone={zoneOf(opportunity.establishment)}
      />
      <VariablesLink id={opportunity.establishment._id} />
    </>
  );
};
