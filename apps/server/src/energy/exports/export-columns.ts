import type { BoardKind } from '@nascente/domain/telemetry/frames/frame';
import { type FrameField, PHASE_QUANTITIES } from '@nascente/domain/telemetry/frames/frame-fields';

export interface ExportRow {
  /** Epoch ms; null where it is not known. */
  readonly start: number | null;
  readonly end: number;
  /** The values in the order of the columns, between commas, with decimal points; empty is 'not measured'. */
  readonly values: string;
}

export interface ExportTable {
  /** What each value is, with its unit. */
  readonly labels: readonly string[];
  /** Oldest first, some hundreds at a time. */
  readonly pages: AsyncIterable<readonly ExportRow[]>;
}

/** Instants come first: the local clock for people, UTC for programs, because local hours may come twice. */
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

/** Measured and estimated share of the expected quarter-hours; imports of past data read the second back. */
const SHARES = ['Completude (%)', 'Estimado (%)'] as const;

const totalsOf = (phases: readonly string[]): string[] => [
  'Consumo (kWh)',
  ...KINDS.flatMap(([name, unit]) => phases.map((phase) => `${name} ${phase} (${unit})`)),
  'Demanda máxima (kW)',
  ...SHARES,
];

/** Of hours and days, after their totals. */
export const COST_LABEL = 'Custo do consumo, sem linhas fixas (R$)';

/** Columns of totals. */
export const TOTALS_TABLE: Readonly<Record<BoardKind, readonly string[]>> = {
  tri: totalsOf(['A', 'B', 'C']),
  mono: totalsOf(['A']),
  water: ['Volume (m³)', ...SHARES],
};
