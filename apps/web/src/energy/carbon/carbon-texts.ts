import type { Carbon, CarbonMonth, IrecLotJson } from '@nascente/contract/energy/carbon';
import { type CivilMonth, parseMonthOfYear } from '@nascente/domain/base/time/civil-month';
import { formatMonth, formatNumber } from '@nascente/domain/base/units/format';
import { csvNumber, csvQuoted, csvText } from '../../shared/api/save-file.ts';

const KG_PER_T = 1000;

/** t CO₂ from a tonne on, else kg: all figures of a page in the unit of the largest. */
export const unitOf = ({ locationKg }: Pick<Carbon, 'locationKg'>) =>
  locationKg >= KG_PER_T
    ? { unit: 't CO₂', text: (kg: number) => formatNumber(kg / KG_PER_T, 3) }
    : { unit: 'kg CO₂', text: (kg: number) => formatNumber(kg, 1) };

export const kwhText = (kwh: number): string => `${formatNumber(kwh, 1)}\u00a0kWh`;
export const mwhText = (mwh: number): string => `${formatNumber(mwh, 3)}\u00a0MWh`;

const monthOf = (date: string): CivilMonth => parseMonthOfYear(date) as CivilMonth;

/** 'mar' of '03/2026'. */
export const monthText = (date: string): string => formatMonth(monthOf(date));

/** 'mar 2026'. */
const monthAndYear = (date: string): string => `${monthText(date)} ${date.slice(3)}`;

export const spanText = ({ start, end }: Pick<IrecLotJson, 'start' | 'end'>): string =>
  start === end ? monthAndYear(start) : `${monthAndYear(start)} a ${monthAndYear(end)}`;

/** What the factor of a month is: 'do mês', or 'média de 2024'. */
const factorKind = ({ factorMonth, factorYear }: CarbonMonth): string =>
  factorMonth === null ? `média de ${factorYear}` : 'do mês';

/** '0,0545 kg/kWh, média de 2024 · MCTI/SIRENE'. */
export const factorText = (month: CarbonMonth): string =>
  `${formatNumber(month.factor, 4)} kg/kWh, ${factorKind(month)} · ${month.source}`;

/** The months of a year for a spreadsheet. */
export const carbonCsv = ({ months }: Carbon): string =>
  csvText([
    [
      'Mês',
      'Consumo (kWh)',
      'Com certificado (kWh)',
      'Por localização (kg CO2)',
      'Por mercado (kg CO2)',
      'Fator (kg CO2/kWh)',
      'Tipo do fator',
      'Fonte do fator',
      'Provisório',
    ],
    ...months.map((month) => [
      month.date,
      csvNumber(month.consumed, 3),
      csvNumber(month.retired, 3),
      csvNumber(month.locationKg, 3),
      csvNumber(month.marketKg, 3),
      csvNumber(month.factor),
      factorKind(month),
      csvQuoted(month.source),
      month.isProvisional ? 'sim' : 'não',
    ]),
  ]);
