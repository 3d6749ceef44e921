import type { CurveQuantity } from '@nascente/contract/energy/curves';
import type { Board } from '@nascente/contract/sites/meters';
import { PHASE_QUANTITIES } from '@nascente/domain/telemetry/frames/frame-fields';

export interface Quantity {
  readonly key: CurveQuantity;
  readonly name: string;
  /** Quantities of one unit share an axis. Empty: dimensionless. */
  readonly unit: string;
  readonly decimals: number;
  readonly color: `--${string}`;
  /** The quantity is in frames only, of which an answer has at most 31 days. */
  readonly isOfFrames: boolean;
  /** The quantity varies far from zero, so its axis does not start there. */
  readonly isLevel: boolean;
}

type Traits = Partial<Pick<Quantity, 'color' | 'isOfFrames' | 'isLevel'>>;

const quantity = (
  key: CurveQuantity,
  name: string,
  unit: string,
  decimals: number,
  { color = '--off-peak', isOfFrames = false, isLevel = false }: Traits = {},
): Quantity => ({ key, name, unit, decimals, color, isOfFrames, isLevel });

const PHASES = ['A', 'B', 'C'] as const;
const PHASE_COLORS = { A: '--phase-a', B: '--phase-b', C: '--phase-c' } as const;

type PhaseQuantity = (typeof PHASE_QUANTITIES)[number];
/** kW and kvar have two decimals, other values those of their field. */
const KILO_DECIMALS = 2;

/** The curves of a quantity by phase. */
const byPhase = ({ label, shortLabel = label, decimals, level }: PhaseQuantity): readonly Quantity[] => {
  if (level === undefined) return [];
  const { key, per, unit, isOfFrames, isFarFromZero: isLevel = false } = level;
  return PHASES.map((phase) =>
    quantity(
      `${key}${phase}` as CurveQuantity,
      `${shortLabel}, fase ${phase}`,
      unit,
      per === 1 ? decimals : KILO_DECIMALS,
      {
        color: PHASE_COLORS[phase],
        isOfFrames,
        isLevel,
      },
    ),
  );
};

const phasesOf = (name: PhaseQuantity['name']): readonly Quantity[] =>
  PHASE_QUANTITIES.filter((one) => one.name === name).flatMap(byPhase);
const FIRST: readonly PhaseQuantity['name'][] = ['w', 'v', 'i', 'pf', 'var'];

const ELECTRIC: readonly Quantity[] = [
  quantity('power', 'Potência', 'kW', 2),
  quantity('consumed', 'Consumo', 'kWh', 2),
  quantity('injected', 'Energia injetada', 'kWh', 2, { color: '--injected' }),
  ...phasesOf('w'),
  ...phasesOf('v'),
  ...phasesOf('i'),
  quantity('powerFactor', 'Fator de potência', '', 2, { color: '--intermediate', isLevel: true }),
  ...phasesOf('pf'),
  quantity('reactivePower', 'Potência reativa', 'kvar', 2, { color: '--intermediate' }),
  ...phasesOf('var'),
  quantity('inductive', 'Energia reativa indutiva', 'kvarh', 2, { color: '--intermediate' }),
  quantity('capacitive', 'Energia reativa capacitiva', 'kvarh', 2, { color: '--peak' }),
  ...PHASE_QUANTITIES.filter(({ name }) => !FIRST.includes(name)).flatMap(byPhase),
];

const WATER: readonly Quantity[] = [
  quantity('flow', 'Vazão', 'L/min', 2, { color: '--water' }),
  quantity('volume', 'Volume', 'm³', 3, { color: '--water' }),
];

const OF_ANY: readonly Quantity[] = [
  quantity('signal', 'Sinal do rádio', 'dBm', 0, {
    color: '--neutral-mark',
    isOfFrames: true,
    isLevel: true,
  }),
  quantity('temperature', 'Temperatura da placa', '°C', 1, {
    color: '--peak',
    isOfFrames: true,
    isLevel: true,
  }),
];

const EVERY: ReadonlyMap<string, Quantity> = new Map(
  [...ELECTRIC, ...WATER, ...OF_ANY].map((one) => [one.key, one]),
);

/** A single-phase board has values in phase A only, so the name needs no phase. */
const ofOnePhase = ({ name, ...one }: Quantity): Quantity => ({
  ...one,
  name: name.replace(', fase A', ''),
});

/** Quantities of a meter, the most viewed first. */
export const quantitiesOf = ({ type, model }: Pick<Board, 'type' | 'model'>): readonly Quantity[] => {
  if (type === 'water') return [...WATER, ...OF_ANY];
  if (model === 'tri') return [...ELECTRIC, ...OF_ANY];
  const single = ELECTRIC.filter(
    ({ key }) => !/[BC]$/.test(key) && !/^(power|reactivePower|powerFactor)A$/.test(key),
  );
  return [...single.map(ofOnePhase), ...OF_ANY];
};

export const quantityOf = (key: string): Quantity | undefined => EVERY.get(key);
