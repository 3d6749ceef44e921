import type { Board } from '@nascente/contract/meters';
import type { AnsweredFrame } from '@nascente/contract/readings';
import { powerFactorLevel } from '@nascente/domain/metering/power-factor';
import { voltageWarning } from '@nascente/domain/metering/voltage';

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

const TRI: readonly ColumnGroup[] = [
  { name: 'Tensão (V)', columns: phases('v', 'V', VOLTAGE) },
  { name: 'Corrente (A)', columns: phases('i', 'I', { decimals: 2 }) },
  // The boards' kWh fields keep their name and have always been Wh.
  {
    name: 'Energia (Wh)',
    columns: phases('kwh', 'kWh', { decimals: 1, hint: 'em Wh, desde a leitura anterior' }),
  },
  { name: 'Potência (W)', columns: phases('w', 'W', { decimals: 0 }) },
  { name: 'Fator de potência', columns: phases('pf', 'PF', POWER_FACTOR) },
  { name: 'THD de tensão (%)', columns: phases('vthd', 'VTHD', { decimals: 1 }), isForWideScreens: true },
  { name: 'THD de corrente (%)', columns: phases('ithd', 'ITHD', { decimals: 1 }), isForWideScreens: true },
];

const single = (name: string, column: Omit<Column, 'name'>): ColumnGroup => ({
  name,
  columns: [{ name, ...column }],
});

const MONO: readonly ColumnGroup[] = [
  single('Tensão (V)', { field: 'va', ...VOLTAGE }),
  single('Corrente (A)', { field: 'ia', decimals: 2 }),
  single('Potência (W)', { field: 'wa', decimals: 0 }),
  single('Fator de potência', { field: 'pfa', ...POWER_FACTOR }),
];

const WATER: readonly ColumnGroup[] = [
  single('Volume (L)', { field: 'litres', decimals: 2 }),
  single('Vazão (L/min)', { field: 'flow', decimals: 2 }),
];

/** The table of a kind of meter; each row begins with its instant. */
export const columnGroupsOf = ({ type, model }: Pick<Board, 'type' | 'model'>): readonly ColumnGroup[] => {
  if (type === 'water') return WATER;
  return model === 'mono' ? MONO : TRI;
};
