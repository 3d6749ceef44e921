import type { Board } from '@nascente/contract/sites/meters';
import type { AnsweredFrame } from '@nascente/contract/telemetry/readings';
import { PHASE_QUANTITIES, phaseFields } from '@nascente/domain/telemetry/frames/frame-fields';
import { powerFactorLevel } from '@nascente/domain/telemetry/quality/power-factor';
import { voltageWarning } from '@nascente/domain/telemetry/quality/voltage';

/** A warning about a value. */
export type Warning = 'Sobretensão' | 'Subtensão' | 'Fator de potência muito baixo';

export interface Column {
  readonly field: keyof AnsweredFrame;
  readonly name: string;
  readonly decimals: number;
  readonly hint?: string;
  readonly warns?: (value: number, board: Board) => Warning | null;
}

export interface ColumnGroup {
  /** Parameters of the address. */
  readonly key: string;
  readonly name: string;
  readonly columns: readonly Column[];
  /** Hidden on small screens (specification, section 2). */
  readonly isForWideScreens?: boolean;
}

const voltageWarns = (volts: number, { tension }: Board): Warning | null => {
  const warning = voltageWarning(volts, tension);
  if (warning === null) return null;
  return warning === 'over' ? 'Sobretensão' : 'Subtensão';
};

const powerFactorWarns = (value: number): Warning | null =>
  powerFactorLevel(value) === 'low' ? 'Fator de potência muito baixo' : null;

type Rule = Pick<Column, 'hint' | 'warns'>;
type PhaseQuantity = (typeof PHASE_QUANTITIES)[number];

const RULES: Partial<Record<PhaseQuantity['name'], Rule>> = {
  v: { warns: voltageWarns },
  pf: { warns: powerFactorWarns },
  // The boards' kWh fields have always been Wh.
  kwh: { hint: 'em Wh, desde a leitura anterior' },
};

type ColumnGroups = readonly [ColumnGroup, ...ColumnGroup[]];

/** The order of selection; others follow. */
const FIRST: readonly PhaseQuantity['name'][] = ['v', 'i', 'kwh', 'w', 'pf'];
const placeOf = ({ name }: PhaseQuantity): number =>
  FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length;

const TRI = PHASE_QUANTITIES.toSorted((one, other) => placeOf(one) - placeOf(other)).flatMap(
  ({ name, label, shortLabel = label, unit, decimals, history }): ColumnGroup[] => {
    if (history === undefined) return [];
    const { key, isForWideScreens = false } = history;
    const columns = phaseFields(name).map((field) => ({
      field,
      name: `${history.label}${field.slice(-1).toUpperCase()}`,
      decimals,
      ...RULES[name],
    }));
    return [{ key, name: unit === '' ? shortLabel : `${shortLabel} (${unit})`, columns, isForWideScreens }];
  },
) as readonly ColumnGroup[] as ColumnGroups;

/** A board of one phase shows the most viewed quantities of its phase. */
const MONO = TRI.filter(({ key }) =>
  ['tensao', 'corrente', 'potencia', 'fator-de-potencia'].includes(key),
).map(({ name, columns, ...group }) => ({
  ...group,
  name,
  columns: columns.slice(0, 1).map((column) => ({ ...column, name })),
})) as readonly ColumnGroup[] as ColumnGroups;

const single = (key: string, name: string, column: Omit<Column, 'name'>): ColumnGroup => ({
  key,
  name,
  columns: [{ name, ...column }],
});

const WATER: ColumnGroups = [
  single('volume', 'Volume (L)', { field: 'litres', decimals: 2 }),
  single('vazao', 'Vazão (L/min)', { field: 'flow', decimals: 2 }),
];

/** The table of a kind of meter; each row begins with its instant. */
export const columnGroupsOf = ({ type, model }: Pick<Board, 'type' | 'model'>): ColumnGroups => {
  if (type === 'water') return WATER;
  return model === 'mono' ? MONO : TRI;
};

const DEFAULT_GROUPS: ReadonlySet<string> = new Set(['potencia', 'vazao']);

/** The group of a key; the most viewed without one. */
export const columnGroupOf = (board: Pick<Board, 'type' | 'model'>, key: string | null): ColumnGroup => {
  const groups = columnGroupsOf(board);
  return (
    groups.find((group) => group.key === key) ??
    groups.find((group) => DEFAULT_GROUPS.has(group.key)) ??
    groups[0]
  );
};
