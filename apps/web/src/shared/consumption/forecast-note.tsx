import type { MonthSoFar } from '@nascente/contract/consumption';
import { FLAGS } from '@nascente/domain/tariff/terms/billing-contract';
import { parseMonthOfYear } from '@nascente/domain/time/civil-month';
import { formatMonthLong, formatPercent } from '@nascente/domain/units/format';
import type { ReactNode } from 'react';
import { SkeletonText } from '../ui/skeleton.tsx';
import type { Unit } from '../use-unit.ts';
import { amountText, forecastAmount, type MeterKind } from './amount.ts';
import classes from './forecast-note.module.css';

type Forecast = MonthSoFar['forecast'];

interface ForecastNoteProps {
  readonly forecast: Forecast;
  readonly kind: MeterKind;
  readonly unit: Unit;
}

const BY: Readonly<Record<Forecast['method'], string>> = {
  'média diária': 'pela média diária',
  'semana típica': 'pela semana típica',
  'semana típica e ano anterior': 'pela semana típica e pelas mesmas semanas do ano anterior',
};

/** Errors below a hundredth are said to one decimal: '0%' would promise too much. */
const errorText = (error: number): string => formatPercent(error, error < 0.01 ? 1 : 0);

/** 'dezembro de 2026' of '12/2026'. */
const monthText = (month: string): string => {
  const parsed = parseMonthOfYear(month);
  return parsed === null ? month : formatMonthLong(parsed);
};

/** Which flag a forecast in R$ assumes: that of a month is told in the last days of the month before. */
const flagText = ({ assumedFlag }: Forecast, unit: Unit): string => {
  if (assumedFlag === null || unit !== 'money') return '';
  const months = assumedFlag.months.map(monthText).join(' e ');
  const name = FLAGS[assumedFlag.name].toLowerCase();
  return assumedFlag.months.length === 1
    ? ` A bandeira de ${months} ainda não saiu: supusemos a última, ${name}.`
    : ` As bandeiras de ${months} ainda não saíram: supusemos a última, ${name}.`;
};

const methodText = ({ forecast, kind, unit }: ForecastNoteProps): string => {
  const { method, pastError, byDailyAverage, byTypicalWeek } = forecast;
  const made = `Previsão ${BY[method]}`;
  if (pastError === null) {
    return `${made}. Com algumas semanas a mais de medição, o erro típico aparece aqui.`;
  }
  const tried = `${made}; neste ponto do ciclo, previsões assim erraram ${errorText(pastError)} em média.`;
  if (method === 'média diária') {
    if (byTypicalWeek === null) return tried;
    return `${tried} Pela semana típica: ${amountText(forecastAmount(unit, kind, byTypicalWeek))}.`;
  }
  return `${tried} Pela média diária: ${amountText(forecastAmount(unit, kind, byDailyAverage))}.`;
};

/**
 * How a forecast was made, how far past ones were off at this point of a cycle, what the daily average says, and which flag
 * of the months to come is assumed.
 */
export const forecastNoteText = (props: ForecastNoteProps): string =>
  methodText(props) + flagText(props.forecast, props.unit);

/** A sentence below the figures of a bill. */
export const Note = ({ children }: { readonly children: ReactNode }) => (
  <p className={classes.note}>{children}</p>
);

export const ForecastNote = (props: ForecastNoteProps) => <Note>{forecastNoteText(props)}</Note>;

/** The note at rest: most are of two sentences. */
export const RestingForecastNote = () => (
  <Note>
    <SkeletonText length={122} />
  </Note>
);
