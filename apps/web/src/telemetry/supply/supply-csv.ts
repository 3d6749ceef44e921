import type { SupplyWeekAnswer } from '@nascente/contract/telemetry/supply';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { instant, type Zone } from '@nascente/domain/base/time/zone';
import { formatClock, formatDay } from '@nascente/domain/base/units/format';
import { type SteadyLevel, steadyLevel } from '@nascente/domain/telemetry/supply/steady-voltage';
import { WINDOW_MS } from '@nascente/domain/telemetry/supply/supply-windows';
import { PHASES } from './voltage-curve.ts';

const BOM = '\uFEFF';
const LINE = '\r\n';
const LEVELS: Readonly<Record<SteadyLevel, string>> = {
  adequate: 'adequada',
  precarious: 'precária',
  critical: 'crítica',
};

const numberText = (value: number | null): string =>
  value === null ? '' : value.toFixed(2).replace('.', ',');

/** Each ten minutes of the week for spreadsheets of Brazil: `;`, decimal comma, UTF-8 with its mark. */
export const supplyCsv = (supply: SupplyWeekAnswer, zone: Zone): string => {
  const { limits, volts, distortions, isValid } = supply;
  const head = [
    'Data',
    'Hora',
    ...PHASES.flatMap(({ name }) => [`${name} (V)`, `${name}, faixa`, `${name}, THD (%)`]),
    'Leitura válida',
  ];
  const rows = isValid.map((isCounted, window) => {
    const at = instant(Date.parse(supply.from) + window * WINDOW_MS);
    const cells = PHASES.flatMap(({ phase }) => {
      const value = volts[phase][window] ?? null;
      const level = value === null ? '' : LEVELS[steadyLevel(value, limits)];
      return [numberText(value), level, numberText(distortions[phase][window] ?? null)];
    });
    return [formatDay(civilDateAt(at, zone)), formatClock(at, zone), ...cells, isCounted ? 'sim' : 'não'];
  });
  return BOM + [head, ...rows].map((row) => row.join(';') + LINE).join('');
};
