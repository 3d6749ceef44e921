import {
  consumption,
  type FieldFile,
  fieldFile,
  levelsOf,
  otherOf,
  others,
  otherValue,
  quartersOf,
  start,
  table,
  value,
} from './field-file.ts';
import { comma, hm, type Slot, slots } from './slots.ts';

const [Q, _H] = [slots(15), slots(60)];
const both = (consumed: ReturnType<typeof consumption>, injected: ReturnType<typeof consumption>) => ({
  consumed,
  injected,
});
const scaled = (each: readonly Slot[], factor: number) =>
  quartersOf(each.map((s) => ({ ...s, amount: s.kwh * factor })));
const _parts = ({ kwh }: Slot): number[] => {
  const [a, b] = [Math.round(kwh * 300), Math.round(kwh * 450)];
  return [a / 1_000, b / 1_000, Math.round(kwh * 1_000 - a - b) / 1_000];
};
const LEVELS = levelsOf(Q, 48_213.5);
const OTHERS = levelsOf(Q, 9_120.25, otherOf);
const _level = (s: Slot): string => comma(LEVELS[s.n] as number);
const _otherLevel = (s: Slot): string => comma(OTHERS[s.n] as number);
const two = (name: string, header: string, questions: string[] = []): FieldFile =>
  fieldFile(
    name,
    () => table(`Data e hora;${header}`, Q, (s) => `${start(s)};${value(s)};${otherValue(s)}`),
    both(consumption(Q), others(Q)),
    { questions },
  );
const one = (
  name: string,
  header: string,
  text: (s: Slot) => string,
  expected = consumption(Q),
  more: Partial<FieldFile> = {},
  each = Q,
): FieldFile =>
  fieldFile(
    name,
    () => table(`Data e hora;${header}`, each, (s) => `${start(s)};${text(s)}`),
    expected,
    more,
  );
const _water = (
  name: string,
  header: string,
  text: (s: Slot) => string,
  factor: number,
  questions: string[] = [],
  isRegister = false,
): FieldFile =>
  fieldFile(
    name,
    () => table(`Data e hora;${header}`, Q, (s) => `${start(s)};${text(s)}`),
    { volume: scaled(isRegister ? Q.slice(0, -1) : Q, factor) },
    { isWater: true, questions },
  );
const negative = (s: Slot): boolean => s.n % 5 === 2;
const net = {
  consumed: quartersOf(Q.filter((s) => !negative(s)).map((s) => ({ ...s, amount: s.kwh }))),
  injected: quartersOf(Q.filter(negative).map((s) => ({ ...s, amount: s.kwh }))),
};

/** Numbers, signs and units of cells. */
export const NUMBER_FILES: readonly FieldFile[] = [
  one('negative net is injection', 'Saldo (kWh)', (s) => `${negative(s) ? '-' : ''}${value(s)}`, undefined, {
    expected: net,
  }),
  one(
    'negative net of another minus',
    'Energia líquida (kWh)',
    (s) => `${negative(s) ? '\u2212' : ''}${value(s)}`,
    undefined,
    { expected: net },
  ),
  one(
    'negative mean power is injection',
    'Potência ativa (kW)',
    (s) => `${negative(s) ? '-' : ''}${comma(s.kwh * 4)}`,
    undefined,
    { expected: net },
  ),
  one('minus behind the number', 'Saldo (kWh)', (s) => `${value(s)}${negative(s) ? '-' : ''}`, undefined, {
    expected: net,
  }),
  two('injection written as negative', 'Consumo (kWh);Injeção (kWh)', []),
  fieldFile(
    'injection column of negative numbers',
    () =>
      table('Data e hora;Consumo (kWh);Injeção (kWh)', Q, (s) => `${start(s)};${value(s)};-${otherValue(s)}`),
    both(consumption(Q), others(Q)),
  ),
  one(
    'thousands of Brazil without decimals',
    'Consumo (Wh)',
    (s) => Math.round(s.kwh * 9_000).toLocaleString('pt-BR'),
    scaled(Q, 9),
  ),
  one(
    'thousands of Brazil beside small numbers',
    'Consumo (Wh)',
    (s) => (s.n % 3 === 0 ? String(s.n % 90) : Math.round(s.kwh * 9_000).toLocaleString('pt-BR')),
    quartersOf(
      Q.map((s) => ({
        ...s,
        amount: s.n % 3 === 0 ? (s.n % 90) / 1_000 : Math.round(s.kwh * 9_000) / 1_000,
      })),
    ),
    { questions: ['decimal'] },
  ),
  fieldFile(
    'thousands of the United States',
    () =>
      table(
        'Time,Usage (Wh)',
        Q,
        (s) =>
          `2025-03-${s.n < 96 ? '04' : '05'} ${hm(s.from)},"${Math.round(s.kwh * 9_000).toLocaleString('en-US')}"`,
      ),
    scaled(Q, 9),
  ),
  one(
    'thousands with decimals',
    'Consumo (Wh)',
    (s) => (s.kwh * 9_000).toLocaleString('pt-BR', { minimumFractionDigits: 2 }),
    scaled(Q, 9),
  ),
  one(
    'spaces for thousands',
    'Consumo (Wh)',
    (s) => (s.kwh * 9_000).toLocaleString('fr-FR', { minimumFractionDigits: 1 }),
    scaled(Q, 9),
  ),
  one(
    'apostrophes for thousands',
    'Consumo (Wh)',
    (s) => (s.kwh * 9_000).toFixed(1).replace(/\B(?=(\d{3})+\.)/g, "'"),
    scaled(Q, 9),
  ),
  one('unit in the cell', 'Consumo', (s) => `${value(s)} kWh`),
  one('unit in the cell, of another size', 'Consumo', (s) =>
    s.n % 2 ? `${value(s)} kWh` : `${Math.round(s.kwh * 1_000)} Wh`,
  ),
  one('unit in the cell without a space', 'Energia', (s) => `${Math.round(s.kwh * 1_000)}Wh`),
  one('power in the cell', 'Potência', (s) => `${comma(s.kwh * 4)} kW`),
  one('unit in a column', 'Consumo;Un.', (s) => `${value(s)};kWh`),
  one('unit in a column, of another size', 'Consumo;Unidade', (s) =>
    s.n % 2 ? `${value(s)};kWh` : `${Math.round(s.kwh * 1_000)};Wh`,
  ),
  one('unit in a column before', 'Unidade de medida;Consumo', (s) => `kWh;${value(s)}`),
  one('unit in words', 'Consumo em quilowatt-hora', value),
  one(
    'dashes',
    'Consumo (kWh)',
    (s) => (s.n % 7 === 3 ? '-' : value(s)),
    quartersOf(Q.filter(({ n }) => n % 7 !== 3).map((s) => ({ ...s, amount: s.kwh }))),
  ),
  one(
    'dashes, N/D and an empty beginning',
    'Consumo (kWh)',
    (s) => (s.n < 40 ? '' : s.n % 7 === 3 ? 'N/D' : s.n % 7 === 4 ? '--' : value(s)),
    quartersOf(
      Q.filter(({ n }) => n >= 40 && n % 7 !== 3 && n % 7 !== 4).map((s) => ({ ...s, amount: s.kwh })),
    ),
  ),
  one('exponents', 'Consumo (Wh)', (s) => `${(s.kwh * 1_000).toExponential().replace('.', ',')}`),
];
