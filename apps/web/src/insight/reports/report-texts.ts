import type { Report, ReportFormat, ReportKind, ReportPeriod } from '@nascente/contract/insight/reports';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange } from '@nascente/domain/base/units/format';

export const KIND_TEXTS: Readonly<Record<ReportKind, string>> = {
  establishment: 'Estabelecimento',
  group: 'Grupo',
  portfolio: 'Todos os estabelecimentos',
  statement: 'Demonstrativo de cliente',
};

export const PERIOD_TEXTS: Readonly<Record<ReportPeriod, string>> = { month: 'Mensal', week: 'Semanal' };

export const FORMAT_TEXTS: Readonly<Record<ReportFormat, string>> = { pdf: 'PDF', xlsx: 'Excel' };

export const MONTH_TEXTS: Readonly<Record<ReportKind, string>> = {
  establishment: 'O relatório é do ciclo da fatura deste dia.',
  group: 'O relatório é do mês deste dia.',
  portfolio: 'O relatório é das faturas que fecham no mês deste dia.',
  statement: 'O demonstrativo é das faturas que fecham no mês deste dia.',
};

const FILE_NAMES: Readonly<Record<ReportKind, string>> = {
  establishment: 'relatorio',
  group: 'relatorio-grupo',
  portfolio: 'relatorio-portfolio',
  statement: 'demonstrativo',
};

/** '1 set – 30 set 2026' */
export const daysOf = ({ start, end }: Pick<Report, 'start' | 'end'>): string => {
  const range = formatDayRange(start as CivilDate, end as CivilDate);
  const year = end.slice(0, 4);
  return range.endsWith(year) ? range : `${range} ${year}`;
};

export const fileNameOf = ({ kind, start, end }: Report, format: ReportFormat): string =>
  `${FILE_NAMES[kind]}-${start}-${end}.${format}`;

export const tagsOf = ({ kind, type, period }: Pick<Report, 'kind' | 'type' | 'period'>): string[] => [
  PERIOD_TEXTS[period],
  ...(kind === 'portfolio' ? [] : [KIND_TEXTS[kind]]),
  ...(type === null ? [] : [type === 'water' ? 'Água' : 'Energia']),
];
