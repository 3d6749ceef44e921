import type { MonthSoFar } from '@nascente/contract/energy/consumption';
import { parseMonthOfYear } from '@nascente/domain/base/time/civil-month';
import { formatMonthLong, formatPercent } from '@nascente/domain/base/units/format';
import { FLAGS } from '@nascente/domain/sites/tariffs/billing-contract';
import type { ReactNode } from 'react';
import { SkeletonText } from '../ui/page/skeleton.tsx';
import type { Unit } from '../use-unit.ts';
import type { MeterKind } from './amount.ts';
import { type AveragedCycle, averageFormulaText } from './average-forecast.ts';
import classes from './forecast-note.module.css';

type Forecast = Pick<MonthSoFar['forecast'], 'method' | 'pastError' | 'byDailyAverage' | 'assumedFlag'>;

interface ForecastNoteProps {
  readonly cycle: AveragedCycle & Pick<MonthSoFar, 'basis'> & { readonly forecast: Forecast };
  readonly kind: MeterKind;
  readonly unit: Unit;
}

const BY: Readonly<Record<Forecast['method'], string>> = {
  'média diária': 'pela média diária',
  'semana típica': 'pela semana típica',
  'semana típica e ano anterior': 'pela semana típica e pelas mesmas semanas do ano anterior',
};

/** With a contract the forecast in R$ is the whole bill, which the formula only approximates. */
const BY_BILL = 'pelo consumo médio por dia, com a fatura do ciclo inteiro';

/** Errors below a hundredth have one decimal: '0%' would promise too much. */
const errorText = (error: number): string => formatPercent(error, error < 0.01 ? 1 : 0);

/** '12/2026' as 'dezembro de 2026'. */
const monthText = (month: string): string => {
  const parsed = parseMonthOfYear(month);
  return parsed === null ? month : formatMonthLong(parsed);
};

/** The flag a forecast in R$ assumes: a month's flag is published at the end of the month before. */
const flagText = ({ assumedFlag }: Forecast, unit: Unit): string => {
  if (assumedFlag === null || unit !== 'money') return '';
  const months = assumedFlag.months.map(monthText).join(' e ');
  const name = FLAGS[assumedFlag.name].toLowerCase();
  return assumedFlag.months.length === 1
    ? ` A bandeira de ${months} ainda não saiu: supusemos a última, ${name}.`
    : ` As bandeiras de ${months} ainda não saíram: supusemos a última, ${name}.`;
};

const methodText = ({ cycle, unit }: ForecastNoteProps): string => {
  const { method, pastError } = cycle.forecast;
  const isByBill = method === 'média diária' && unit === 'money' && cycle.basis !== 'tariff';
  const made = `Previsão ${isByBill ? BY_BILL : BY[method]}`;
  return pastError === null
    ? `${made}. Com algumas semanas a mais de medição, o erro típico aparece aqui.`
    : `${made}; neste ponto do ciclo, previsões assim erraram ${errorText(pastError)} em média.`;
};

/** The method of a forecast, its past error at this point of a cycle, the daily-average formula, and the assumed tariff flag. */
export const forecastNoteText = (props: ForecastNoteProps): string =>
  `${methodText(props)} Pela média diária: ${averageFormulaText(props.cycle, props.kind, props.unit)}.${flagText(props.cycle.forecast, props.unit)}`;

export const Note = ({ children }: { readonly children: ReactNode }) => (
  <p className={classes.note}>{children}</p>
);

export const ForecastNote = (props: ForecastNoteProps) => <Note>{forecastNoteText(props)}</Note>;

/** Placeholder of the note, two lines like most. */
export const RestingForecastNote = () => (
  <Note>
    <SkeletonText length={150} />
  </Note>
);
