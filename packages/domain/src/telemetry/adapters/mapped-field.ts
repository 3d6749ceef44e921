import { PHASE_QUANTITIES, type PhaseField, phaseFields } from '../frames/frame-fields.ts';
import type { BoardKind } from '../frames/frame-layout.ts';

type Phase = 'A' | 'B' | 'C';

/** A cumulative register, counted in thousandths of Wh, varh or litres; it only grows. */
export type RegisterName = `${'consumed' | 'injected' | 'inductive' | 'capacitive'}${Phase}` | 'volume';

/** Fields of a message that are measured at an instant. */
export type InstantField = PhaseField | 'rssi' | 't' | 'flow';

export type MappedField = InstantField | RegisterName;

export const REGISTER_NAMES: readonly RegisterName[] = [
  ...(['consumed', 'injected', 'inductive', 'capacitive'] as const).flatMap((quantity) =>
    (['A', 'B', 'C'] as const).map((phase) => `${quantity}${phase}` as const),
  ),
  'volume',
];

const MEASURED = PHASE_QUANTITIES.filter(({ measure }) => measure !== null);

export const INSTANT_FIELDS: readonly InstantField[] = [
  ...MEASURED.flatMap(({ name }) => phaseFields(name) as readonly PhaseField[]),
  'rssi',
  't',
  'flow',
];

const REGISTERS: ReadonlySet<string> = new Set(REGISTER_NAMES);

export function isRegister(field: MappedField): field is RegisterName {
  return REGISTERS.has(field);
}

/** Units of a meter's values, with the factor to the stored unit: V, A, W, var, ratio, %, dBm, °C, L/min, Wh, varh or L. */
const UNITS = {
  V: ['voltage', 1],
  A: ['current', 1],
  mA: ['current', 0.001],
  W: ['power', 1],
  kW: ['power', 1000],
  var: ['reactive-power', 1],
  kvar: ['reactive-power', 1000],
  ratio: ['power-factor', 1],
  '%': ['power-factor', 0.01],
  'THD %': ['distortion', 1],
  dBm: ['signal', 1],
  '°C': ['temperature', 1],
  'L/min': ['flow', 1],
  'L/h': ['flow', 1 / 60],
  'm³/h': ['flow', 1000 / 60],
  Wh: ['energy', 1],
  kWh: ['energy', 1000],
  MWh: ['energy', 1_000_000],
  varh: ['reactive-energy', 1],
  kvarh: ['reactive-energy', 1000],
  L: ['volume', 1],
  'm³': ['volume', 1000],
} as const;

export type MappedUnit = keyof typeof UNITS;
type Quantity = (typeof UNITS)[MappedUnit][0];

export const MAPPED_UNITS = Object.keys(UNITS) as readonly MappedUnit[];

/** Factor from a unit to the stored unit. */
export function factorOf(unit: MappedUnit): number {
  return UNITS[unit][1];
}

const QUANTITY_OF: readonly (readonly [RegExp, Quantity])[] = [
  ...PHASE_QUANTITIES.flatMap(({ name, measure }) =>
    measure === null ? [] : [[new RegExp(`^${name}[abc]$`), measure] as const],
  ),
  [/^rssi$/, 'signal'],
  [/^t$/, 'temperature'],
  [/^flow$/, 'flow'],
  [/^(consumed|injected)[ABC]$/, 'energy'],
  [/^(inductive|capacitive)[ABC]$/, 'reactive-energy'],
  [/^volume$/, 'volume'],
];

/** The units that a field may have in messages. */
export function unitsOf(field: MappedField): MappedUnit[] {
  const quantity = QUANTITY_OF.find(([pattern]) => pattern.test(field))?.[1];
  return MAPPED_UNITS.filter((unit) => UNITS[unit][0] === quantity);
}

const WATER: ReadonlySet<MappedField> = new Set<MappedField>(['volume', 'flow']);
const OF_EVERY_KIND: ReadonlySet<MappedField> = new Set<MappedField>(['rssi', 't']);
const OF_PHASE_A = /a$|A$/;

/** Whether a kind of board has a field: a mono board has phase A only, a water board volume and flow. */
export function isFieldOf(kind: BoardKind, field: MappedField): boolean {
  if (OF_EVERY_KIND.has(field)) return true;
  if (kind === 'water' || WATER.has(field)) return kind === 'water' && WATER.has(field);
  return kind === 'tri' || OF_PHASE_A.test(field);
}
