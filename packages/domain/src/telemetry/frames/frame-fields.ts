interface PhaseQuantity {
  /** Prefix of its fields in records and in the API; the phase's letter follows. */
  readonly name: string;
  /** English description for the API; `#` stands for the phase. */
  readonly description: string;
  /** Portuguese name, and a shorter one for use with the unit. */
  readonly label: string;
  readonly shortLabel?: string;
  /** Unit; empty for a ratio. */
  readonly unit: string;
  readonly decimals: number;
  /** Quantity that selects the permitted units of mapped messages (`mapped-field.ts`); `null`: mapped as registers only. */
  readonly measure: 'voltage' | 'current' | 'power-factor' | 'power' | 'reactive-power' | 'distortion' | null;
  /** Set for increments since the previous message, which are stored in thousandths. */
  readonly increment?: { readonly property: string; readonly unit: string };
  /** Curve of a quantity that is measured at an instant. */
  readonly level?: {
    readonly key: string;
    /** Divisor and unit of the curve. */
    readonly per: number;
    readonly unit: string;
    /** How phases are combined to one curve; absent: no combined curve. */
    readonly combined?: 'sum' | 'mean';
    /** Whether the curve exists only by frame, and not by hour. */
    readonly isOfFrames: boolean;
    /** Whether its values vary far from zero, so that the axis does not begin at zero. */
    readonly isFarFromZero?: boolean;
  };
  /** Group of columns in the history: its key in the address, and the label of each column before the phase. */
  readonly history?: { readonly key: string; readonly label: string; readonly isForWideScreens?: boolean };
}

const QUANTITIES = [
  {
    name: 'v',
    description: 'Voltage of phase #, V.',
    label: 'Tensão',
    unit: 'V',
    decimals: 1,
    measure: 'voltage',
    level: { key: 'voltage', per: 1, unit: 'V', isOfFrames: false, isFarFromZero: true },
    history: { key: 'tensao', label: 'V' },
  },
  {
    name: 'i',
    description: 'Current of phase #, A.',
    label: 'Corrente',
    unit: 'A',
    decimals: 2,
    measure: 'current',
    level: { key: 'current', per: 1, unit: 'A', isOfFrames: true },
    history: { key: 'corrente', label: 'I' },
  },
  {
    name: 'pf',
    description: 'Power factor of phase #, −1 to 1.',
    label: 'Fator de potência',
    unit: '',
    decimals: 2,
    measure: 'power-factor',
    level: {
      key: 'powerFactor',
      per: 1,
      unit: '',
      combined: 'mean',
      isOfFrames: true,
      isFarFromZero: true,
    },
    history: { key: 'fator-de-potencia', label: 'PF' },
  },
  {
    name: 'w',
    description: 'Active power of phase #, W.',
    label: 'Potência ativa',
    shortLabel: 'Potência',
    unit: 'W',
    decimals: 0,
    measure: 'power',
    level: { key: 'power', per: 1000, unit: 'kW', combined: 'sum', isOfFrames: false },
    history: { key: 'potencia', label: 'W' },
  },
  {
    name: 'var',
    description: 'Reactive power of phase #, var.',
    label: 'Potência reativa',
    unit: 'var',
    decimals: 0,
    measure: 'reactive-power',
    level: { key: 'reactivePower', per: 1000, unit: 'kvar', combined: 'sum', isOfFrames: false },
  },
  {
    // Historic name: values of kwh* are in Wh.
    name: 'kwh',
    description: 'Active energy of phase # since the previous message, Wh; negative: injected.',
    label: 'Energia ativa',
    shortLabel: 'Energia',
    unit: 'Wh',
    decimals: 1,
    measure: null,
    increment: { property: 'energy', unit: 'mwh' },
    history: { key: 'energia', label: 'kWh' },
  },
  {
    // Historic name: values of kvarh* are in varh.
    name: 'kvarh',
    description: 'Reactive energy of phase # since the previous message, varh; negative: capacitive.',
    label: 'Energia reativa',
    unit: 'varh',
    decimals: 1,
    measure: null,
    increment: { property: 'reactive', unit: 'mvarh' },
  },
  {
    name: 'vthd',
    description: 'Total harmonic distortion of the voltage of phase #, %.',
    label: 'THD de tensão',
    unit: '%',
    decimals: 1,
    measure: 'distortion',
    level: { key: 'voltageDistortion', per: 1, unit: '%', isOfFrames: true },
    history: { key: 'thd-tensao', label: 'VTHD', isForWideScreens: true },
  },
  {
    name: 'ithd',
    description: 'Total harmonic distortion of the current of phase #, %.',
    label: 'THD de corrente',
    unit: '%',
    decimals: 1,
    measure: 'distortion',
    level: { key: 'currentDistortion', per: 1, unit: '%', isOfFrames: true },
    history: { key: 'thd-corrente', label: 'ITHD', isForWideScreens: true },
  },
] as const satisfies readonly PhaseQuantity[];

type Quantity = (typeof QUANTITIES)[number];
type Increment = Extract<Quantity, { increment: object }>;
export type LevelledQuantity = Extract<Quantity, { level: object }>;

const PHASES = ['a', 'b', 'c'] as const;
type Phase = (typeof PHASES)[number];

/** The quantities that a board measures in each phase, in the order of its record. Columns and API fields follow from it. */
export const PHASE_QUANTITIES: readonly (PhaseQuantity & { readonly name: Quantity['name'] })[] = QUANTITIES;

/** Values of each phase at an instant: `va` … `ithdc`. */
export type PhaseField = `${LevelledQuantity['name']}${Phase}`;

type PhaseFrameField = `${Quantity['name']}${Phase}`;
export type FrameField = PhaseFrameField | 'rssi' | 't' | 'litres' | 'flow';
/** Energy and volume since the previous frame, stored in whole thousandths. All other fields are measured at an instant. */
export type IncrementField = `${Increment['name']}${Phase}` | 'litres';

type ColumnsOf<I> = I extends {
  increment: { property: infer P extends string; unit: infer U extends string };
}
  ? `${P}_${Phase}_${U}`
  : never;
/** A column of table `reading` with a measured value. */
export type ReadingColumn = PhaseField | ColumnsOf<Increment> | 'rssi' | 't' | 'flow' | 'volume_ml';

/** The field of a quantity in each phase. */
export function phaseFields<N extends Quantity['name']>(name: N): readonly [`${N}a`, `${N}b`, `${N}c`] {
  return [`${name}a`, `${name}b`, `${name}c`];
}

/** Fields of a frame except its instant, in the order of records. Historic names: kwh* are in Wh, kvarh* in varh. */
export const FRAME_FIELDS: readonly FrameField[] = [
  'rssi',
  't',
  ...QUANTITIES.flatMap(({ name }) => phaseFields(name)),
  'litres',
  'flow',
];

/** Column of table `reading` of each increment. */
const INCREMENT_COLUMNS: ReadonlyMap<FrameField, string> = new Map([
  ...PHASE_QUANTITIES.flatMap(({ name, increment }) =>
    increment === undefined
      ? []
      : PHASES.map(
          (phase) => [`${name}${phase}`, `${increment.property}_${phase}_${increment.unit}`] as const,
        ),
  ),
  ['litres', 'volume_ml'],
]);

/** Whether a field is an increment since the previous frame. */
export function isIncrement(field: FrameField): field is IncrementField {
  return INCREMENT_COLUMNS.has(field);
}

/** The column of table `reading` that stores a field. */
export function frameColumn(field: FrameField): ReadingColumn {
  return (INCREMENT_COLUMNS.get(field) ?? field) as ReadingColumn;
}

/** Converts a stored number to the unit of the meter: increments are stored in thousandths. */
export function inMeterUnit(field: FrameField, retained: number): number {
  return isIncrement(field) ? retained / 1000 : retained;
}

/** Properties of a frame in memory, in the order of the record of a three-phase or single-phase board. */
export function recordProperties(phases: readonly Phase[]): readonly FrameProperty[] {
  return PHASE_QUANTITIES.flatMap(({ name, increment }) =>
    phases.map((phase) =>
      increment === undefined ? `${name}${phase}` : `${increment.property}${phase.toUpperCase()}`,
    ),
  ) as FrameProperty[];
}

/** Property of a frame in memory: increments are named after their quantity. */
export type FrameProperty = PhaseField | `${Increment['increment']['property']}${Uppercase<Phase>}`;
