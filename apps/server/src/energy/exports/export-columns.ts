import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  offsetMsAt,
  SECOND_MS,
  type Zone,
} from '@nascente/domain/base/time/zone';
import type { BoardKind } from '@nascente/domain/telemetry/frames/frame';
import { type FrameField, PHASE_QUANTITIES } from '@nascente/domain/telemetry/frames/frame-fields';

const TWO = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
/** From day 0 of spreadsheets, 30 December 1899, to 1970-01-01. */
const EPOCH_MS = 25_569 * DAY_MS;

const two = (part: number): string => TWO[Math.floor(part)] ?? '';

/** Formats many instants of one zone: the text of a day is made once. */
export const createInstantTexts = (zone: Zone) => {
  let [day, dayText] = [Number.NaN, ''];
  const localOf = (at: number): number => at + offsetMsAt(at, zone);
  return {
    /** '20/11/2026 14:05:09' on the local clock. */
    local(at: number): string {
      const local = localOf(at);
      const number = Math.floor(local / DAY_MS);
      if (number !== day) {
        const [year, month, date] = new Date(number * DAY_MS).toISOString().slice(0, 10).split('-');
        [day, dayText] = [number, `${date}/${month}/${year}`];
      }
      const clock = local - number * DAY_MS;
      const [minutes, seconds] = [(clock % HOUR_MS) / MINUTE_MS, (clock % MINUTE_MS) / SECOND_MS];
      return `${dayText} ${two(clock / HOUR_MS)}:${two(minutes)}:${two(seconds)}`;
    },
    /** Days of a spreadsheet on the local clock, a fraction being the time of day. */
    serial: (at: number): number => (localOf(at) + EPOCH_MS) / DAY_MS,
    /** '2026-11-20T17:05:09.000Z' */
    utc: (at: number): string => new Date(at).toISOString(),
  };
};

export interface ExportRow {
  /** Epoch ms; null if unknown. */
  readonly start: number | null;
  readonly end: number;
  /** The values in the order of the columns, between commas, with decimal points; empty is 'not measured'. */
  readonly values: string;
}

export interface ExportTable {
  /** Column titles with units. */
  readonly labels: readonly string[];
  /** Pages of some hundred rows, oldest first. */
  readonly pages: AsyncIterable<readonly ExportRow[]>;
}

/** The titles of all columns. Three times come first: local start, local end, and end in UTC, because local hours can repeat. */
export const headOf = ({ labels }: Pick<ExportTable, 'labels'>, zone: string): string[] => [
  `Início (${zone})`,
  `Fim (${zone})`,
  'Fim (UTC)',
  ...labels,
];

interface Column<F> {
  readonly field: F;
  readonly label: string;
}

const labelled = (name: string, unit: string): string => (unit === '' ? name : `${name} (${unit})`);

const phaseColumns = (phases: readonly string[]): Column<FrameField>[] =>
  PHASE_QUANTITIES.flatMap(({ name, label, unit }) =>
    phases.map((phase) => ({
      field: `${name}${phase.toLowerCase()}` as FrameField,
      label: labelled(phases.length === 1 ? label : `${label} ${phase}`, unit),
    })),
  );

const BOARD: readonly Column<FrameField>[] = [
  { field: 'rssi', label: 'Sinal (dBm)' },
  { field: 't', label: 'Temperatura da placa (°C)' },
];

export const FRAME_TABLE: Readonly<Record<BoardKind, readonly Column<FrameField>[]>> = {
  tri: [...phaseColumns(['A', 'B', 'C']), ...BOARD],
  mono: [...phaseColumns(['A']), ...BOARD],
  water: [{ field: 'litres', label: 'Volume (L)' }, { field: 'flow', label: 'Vazão (L/min)' }, ...BOARD],
};

const KINDS: readonly (readonly [name: string, unit: string])[] = [
  ['Consumo', 'kWh'],
  ['Energia injetada', 'kWh'],
  ['Reativa indutiva', 'kvarh'],
  ['Reativa capacitiva', 'kvarh'],
];

/** Measured and estimated share of the expected quarter-hours; an import of an exported file uses the estimated share. */
const SHARES = ['Completude (%)', 'Estimado (%)'] as const;

const totalsOf = (phases: readonly string[]): string[] => [
  'Consumo (kWh)',
  ...KINDS.flatMap(([name, unit]) => phases.map((phase) => `${name} ${phase} (${unit})`)),
  'Demanda máxima (kW)',
  ...SHARES,
];

/** Title of the cost of hours and days, which follows their totals. */
export const COST_LABEL = 'Custo do consumo, sem linhas fixas (R$)';

/** Titles of the columns of totals. */
export const TOTALS_TABLE: Readonly<Record<BoardKind, readonly string[]>> = {
  tri: totalsOf(['A', 'B', 'C']),
  mono: totalsOf(['A']),
  water: ['Volume (m³)', ...SHARES],
};
