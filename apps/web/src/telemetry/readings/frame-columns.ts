import type { Board } from '@nascente/contract/sites/meters';
import type { AnsweredFrame } from '@nascente/contract/telemetry/readings';
import { powerFactorLevel } from '@nascente/domain/telemetry/quality/power-factor';
import { voltageWarning } from '@nascente/domain/telemetry/quality/voltage';

/** What is wrong with a value, in words. */
export type Warning = 'Sobretensão' | 'Subtensão' | 'Fator de potência muito baixo';

export interface Column {
  readonly field: keyof AnsweredFrame;
  readonly name: string;
  readonly decimals: number;
  /** What its name does not say. */
  readonly hint?: string;
  readonly warns?: (value: number, board: Board) => Warning | null;
}

/** Columns under one heading. */
export interface ColumnGroup {
  /** By which the address knows it. */
  readonly key: string;
  readonly name: string;
  readonly columns: readonly Column[];
  /** Left out on small screens (spec, section 2). */
  readonly isForWideScreens?: boolean;
}

const voltageWarns = (volts: number, { tension }: Board): Warning | null => {
  const warning = voltageWarning(volts, tension);
  if (warning === null) return null;
  return warning === 'over' ? 'Sobretensão' : 'Subtensão';
};

const powerFactorWarns = (value: number): Warning | null =>
  powerFactorLevel(value) === 'low' ? 'Fator de potência muito baixo' : null;

type PhaseRule = Omit<Column, 'field' | 'name'>;

const VOLTAGE: PhaseRule = { decimals: 1, warns: voltageWarns };
const POWER_FACTOR: PhaseRule = { decimals: 2, warns: powerFactorWarns };

const phases = (prefix: string, label: string, rule: PhaseRule): Column[] =>
  ['A', 'B', 'C'].map((phase) => ({
    field: `${prefix}${phase.toLowerCase()}` as keyof AnsweredFrame,
    name: `${label}${phase}`,
    ...rule,
  }));

type ColumnGroups = readonly [ColumnGroup, ...ColumnGroup[]];

const TRI: ColumnGroups = [
  { key: 'tensao', name: 'Tensão (V)', columns: phases('v', 'V', VOLTAGE) },
  { key: 'corrente', name: 'Corrente (A)', columns: phases('i', 'I', { decimals: 2 }) },
  // The boards' kWh fields keep their name and have always been Wh.
  {
    key: 'energia',
    name: 'Energia (Wh)',
    columns: phases('kwh', 'kWh', { decimals: 1, hint: 'em Wh, desde a leitura anterior' }),
  },
  { key: 'potencia', name: 'Potência (W)', columns: phases('w', 'W', { decimals: 0 }) },
  { key: 'fator-de-potencia', name: 'Fator de potência', columns: phases('pf', 'PF', POWER_FACTOR) },
  {
    key: 'thd-tensao',
    name: 'THD de tensão (%)',
    columns: phases('vthd', 'VTHD', { decimals: 1 }),
    isForWideScreens: true,
  },
  {
    key: 'thd-corrente',
    name: 'THD de corrente (%)',
    columns: phases('ithd', 'ITHD', { decimals: 1 }),
    isForWideScreens: true,
  },
];

const single = (key: string, name: string, column: Omit<Column, 'name'>): ColumnGroup => ({
  key,
  name,
  columns: [{ name, ...column }],
});

const MONO: ColumnGroups = [
  single('tensao', 'Tensão (V)', { field: 'va', ...VOLTAGE }),
  single('corrente', 'Corrente (A)', { field: 'ia', decimals: 2 }),
  single('potencia', 'Potência (W)', { field: 'wa', decimals: 0 }),
  single('fator-de-potencia', 'Fator de potência', { field: 'pfa', ...POWER_FACTOR }),
];

const WATER: ColumnGroups = [
  single('volume', 'Volume (L)', { field: 'litres', decimals: 2 }),
  single('vazao', 'Vazão (L/min)', { field: 'flow', decimals: 2 }),
];

/** The table of a kind of meter; each row begins with its instant. */
export const columnGroupsOf = ({ type, model }: Pick<Board, 'type' | 'model'>): ColumnGroups => {
  if (type === 'water') return WATER;
  return model === 'mono' ? MONO : TRI;
};

const LOOKED_AT_MOST: ReadonlySet<string> = new Set(['potencia', 'vazao']);

/** The group of that key; what is looked at most where there is none. */
export const columnGroupOf = (board: Pick<Board, 'type' | 'model'>, key: string | null): ColumnGroup => {
  const groups = columnGroupsOf(board);
  return (
    groups.find((group) => group.key === key) ??
    groups.find((group) => LOOKED_AT_MOST.has(group.key)) ??
    groups[0]
  );
};
