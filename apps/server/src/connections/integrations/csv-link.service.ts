import { addDays, type CivilDate, civilDateAt } from '@nascente/domain/base/time/civil-day';
import type { Instant } from '@nascente/domain/base/time/zone';
import { type Completeness, repeatShares, sharesOf } from '@nascente/domain/telemetry/intervals/totals';
import { type ConsumptionService, inUnits } from '../../energy/consumption/index.ts';
import { csvText } from '../../platform/files/csv-text.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { Meter, MeterDirectory } from '../../sites/meters/index.ts';
import { isAtInverter } from './generated-energy.ts';
import type { VerifiedIntegration } from './integration-keys.repository.ts';

interface CsvOptions {
  readonly days: number;
  readonly separator: 'semicolon' | 'comma';
}

export type CsvLinkService = ReturnType<typeof createCsvLinkService>;

/** Spreadsheets rely on the order of columns: append new ones. */
const HEAD = 'data estabelecimento medidor mac unidade consumo custo_reais completude geracao estimado'.split(
  ' ',
);
const DECIMALS = 3;

/** Consumption of a meter, or generation at an inverter, on a civil day. */
interface DailyTotal extends Completeness {
  readonly date: string;
  readonly total: number | null;
  readonly cost: number | null;
  readonly generated: number | null;
}

/** A number in the format of the chosen separator; empty if it is unknown. */
const numberText = (value: number | null, separator: CsvOptions['separator']): string => {
  if (value === null) return '';
  const text = String(Number(value.toFixed(DECIMALS)));
  return separator === 'semicolon' ? text.replace('.', ',') : text;
};

/** `csvText` quotes cells with semicolons only; a file with commas needs more. */
const cellText = (text: string, separator: CsvOptions['separator']): string => {
  const written = csvText(text);
  return separator === 'comma' && written.includes(',') && !written.startsWith('"')
    ? `"${written.replaceAll('"', '""')}"`
    : written;
};

const rowsOf = (meter: Meter, days: readonly DailyTotal[], separator: CsvOptions['separator']): string[][] =>
  days.map(({ date, total, cost, completeness, estimated = 0, generated }) => {
    const hasData = completeness + estimated > 0;
    // An unmeasured value is empty, never zero.
    const amountText = (amount: number | null) => (hasData ? numberText(amount, separator) : '');
    return [
      date,
      cellText(meter.establishmentName, separator),
      cellText(meter.name, separator),
      meter.mac,
      meter.type === 'water' ? 'm³' : 'kWh',
      amountText(total),
      amountText(cost),
      numberText(completeness, separator),
      amountText(generated),
      numberText(estimated, separator),
    ];
  });

export const createCsvLinkService = (needs: {
  directory: Pick<MeterDirectory, 'visibleMeters'>;
  consumption: Pick<ConsumptionService, 'days' | 'generation'>;
  clock: () => Instant;
}) => {
  const { directory, consumption, clock } = needs;

  const daysOf = async (
    caller: Caller,
    meter: Meter,
    range: { readonly start: CivilDate; readonly end: CivilDate },
  ): Promise<readonly DailyTotal[]> => {
    if (!isAtInverter(meter)) {
      const { days } = await consumption.days(caller, meter.mac, range);
      return days.map((day) => {
        const { date, total, cost } = day;
        return { date, total, cost, generated: null, ...repeatShares(day) };
      });
    }
    const { days } = await consumption.generation(caller, meter.mac, range);
    return days.map((day) => ({
      date: day.date,
      total: null,
      cost: null,
      generated: inUnits(day.generated),
      ...sharesOf(day),
    }));
  };

  return {
    /** The CSV of a link: one line per meter and civil day, oldest first. */
    async csv({ caller, boards }: VerifiedIntegration, { days, separator }: CsvOptions): Promise<string> {
      requirePermission(caller, 'see-consumption');
      const separatorMark = separator === 'semicolon' ? ';' : ',';
      const rows: string[][] = [];
      for (const meter of await directory.visibleMeters(caller)) {
        if (boards !== null && !boards.includes(meter.mac)) continue;
        const end = civilDateAt(clock(), meter.zone);
        const read = await daysOf(caller, meter, { start: addDays(end, 1 - days), end });
        rows.push(...rowsOf(meter, read, separator));
      }
      const byDay = rows.sort((a, b) => (a[0] ?? '').localeCompare(b[0] ?? ''));
      return `${[HEAD, ...byDay].map((row) => row.join(separatorMark)).join('\r\n')}\r\n`;
    },
  };
};
