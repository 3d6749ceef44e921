import {
  consumption,
  type FieldFile,
  fieldFile,
  levelsOf,
  otherOf,
  others,
  otherValue,
  quartersOf,
  registered,
  registeredOthers,
  start,
  table,
  value,
} from './field-file.ts';
import { comma, dmy, hm, type Slot, slots } from './slots.ts';

const [Q, H] = [slots(15), slots(60)];
const both = (consumed: ReturnType<typeof consumption>, injected: ReturnType<typeof consumption>) => ({
  consumed,
  injected,
});
const scaled = (each: readonly Slot[], factor: number) =>
  quartersOf(each.map((s) => ({ ...s, amount: s.kwh * factor })));
const parts = ({ kwh }: Slot): number[] => {
  const [a, b] = [Math.round(kwh * 300), Math.round(kwh * 450)];
  return [a / 1_000, b / 1_000, Math.round(kwh * 1_000 - a - b) / 1_000];
};
const LEVELS = levelsOf(Q, 48_213.5);
const OTHERS = levelsOf(Q, 9_120.25, otherOf);
const level = (s: Slot): string => comma(LEVELS[s.n] as number);
const otherLevel = (s: Slot): string => comma(OTHERS[s.n] as number);
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
const water = (
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
const _net = {
  consumed: quartersOf(Q.filter((s) => !negative(s)).map((s) => ({ ...s, amount: s.kwh }))),
  injected: quartersOf(Q.filter(negative).map((s) => ({ ...s, amount: s.kwh }))),
};

/** Quantities and units of columns. */
export const QUANTITY_FILES: readonly FieldFile[] = [
  one('Emporia kWhs', 'Mains_A (kWhs);Mains_B (kWhs);Mains_C (kWhs)', (s) =>
    parts(s)
      .map((p) => comma(p))
      .join(';'),
  ),
  ...(
    [
      'Energia injetada (kWh)',
      'Injetado (kWh)',
      'Injeção (kWh)',
      'Energia devolvida (kWh)',
      'Devolução à rede (kWh)',
      'Energia fornecida à rede (kWh)',
      'Fornecimento à rede (kWh)',
      'Excedente (kWh)',
      'Energia exportada (kWh)',
      'Exportação (kWh)',
      'Returned energy (kWh)',
      'Feed-in (kWh)',
      'Ativa G (kWh)',
      'Energia ativa reversa (kWh)',
      'Energia entregue à rede (kWh)',
    ] as const
  ).map((name) => two(name, `Consumo (kWh);${name}`)),
  two('Fornecida beside Consumida', 'Energia consumida (kWh);Energia fornecida (kWh)', []),
  two('gerada', 'Consumo (kWh);Energia gerada (kWh)'),
  two('Geração asks', 'Energia consumida (kWh);Geração solar (kWh)', ['produced']),
  two('Produzido', 'Consumo (kWh);Produzido (kWh)'),
  one('three periods', 'Consumo Ponta (kWh);Consumo Intermediário (kWh);Consumo Fora Ponta (kWh)', (s) =>
    parts(s)
      .map((p) => comma(p))
      .join(';'),
  ),
  one('three periods, short', 'P (kWh);I (kWh);FP (kWh)', (s) =>
    parts(s)
      .map((p) => comma(p))
      .join(';'),
  ),
  one('peak, off-peak capacitive and inductive', 'kWh Ponta;kWh F.P. Ind.;kWh F.P. Cap.', (s) =>
    parts(s)
      .map((p) => comma(p))
      .join(';'),
  ),
  one('three phases L1 to L3', 'L1 (kWh);L2 (kWh);L3 (kWh)', (s) =>
    parts(s)
      .map((p) => comma(p))
      .join(';'),
  ),
  one(
    'three phases R S T and their sum',
    'Energia R (kWh);Energia S (kWh);Energia T (kWh);Total (kWh)',
    (s) => [...parts(s), s.kwh].map((p) => comma(p)).join(';'),
  ),
  one('three phases with underscores', 'consumo_fase_a_kwh;consumo_fase_b_kwh;consumo_fase_c_kwh', (s) =>
    parts(s)
      .map((p) => comma(p))
      .join(';'),
  ),
  fieldFile(
    'mean power kW and kvar',
    () =>
      table(
        'Data;Hora;kW;kvar',
        Q,
        (s) => `${dmy(s.from)};${hm(s.from)};${comma(s.kwh * 4)};${comma(otherOf(s) * 4)}`,
      ),
    { consumed: consumption(Q), inductive: others(Q) },
  ),
  one('mean power kWatts', 'Mains (kWatts)', (s) => comma(s.kwh, 6), consumption(H), {}, H),
  one('demand in kW', 'Demanda (kW)', (s) => comma(s.kwh * 4)),
  one('mean power in W', 'Potência média (W)', (s) => comma(s.kwh * 4_000, 0)),
  one('power without unit asks', 'Potência', (s) => comma(s.kwh * 4_000, 0), consumption(Q), {
    questions: ['unit'],
  }),
  one('Consumo without unit asks', 'Consumo', value, consumption(Q), { questions: ['unit'] }),
  one('Leitura without unit asks', 'Leitura', level, registered(Q), { questions: ['unit'] }),
  fieldFile(
    'reactive of two directions',
    () =>
      table(
        'Data e hora;Ativa (kWh);Reativa indutiva (kvarh);Reativa capacitiva (kvarh)',
        Q,
        (s) => `${start(s)};${value(s)};${otherValue(s)};${value(s)}`,
      ),
    { consumed: consumption(Q), inductive: others(Q), capacitive: consumption(Q) },
  ),
  fieldFile(
    'short reactive names',
    () =>
      table(
        'Data e hora;kWh;kvarh ind;kvarh cap',
        Q,
        (s) => `${start(s)};${value(s)};${otherValue(s)};${value(s)}`,
      ),
    { consumed: consumption(Q), inductive: others(Q), capacitive: consumption(Q) },
  ),
  one(
    'cost, tariff and CO2 beside',
    'Consumo (kWh);Custo (R$);Tarifa (R$/kWh);Emissões (gCO2/kWh)',
    (s) => `${value(s)};${comma(s.kwh * 0.9, 2)};0,912;38,5`,
  ),
  one(
    'temperature and power factor beside',
    'Consumo (kWh);Temperatura (°C);FP;Tensão (V);Corrente (A)',
    (s) => `${value(s)};23,1;0,95;220,1;${value(s)}`,
  ),
  one(
    'consumption beside an accumulated one',
    'Consumo (kWh);Consumo acumulado (kWh)',
    (s) => `${value(s)};${level(s)}`,
  ),
  one(
    'register of Wh',
    'Energia ativa acumulada (Wh)',
    (s) => String(Math.round((LEVELS[s.n] as number) * 1_000)),
    registered(Q),
  ),
  one(
    'register that begins at zero',
    'Energia ativa (kWh)',
    (s) => comma((LEVELS[s.n] as number) - (LEVELS[0] as number)),
    registered(Q),
  ),
  one(
    'register that begins at zero, few rows',
    'Leitura (kWh)',
    (s) => comma((LEVELS[s.n] as number) - (LEVELS[0] as number)),
    registered(slots(60).slice(0, 12)),
    {},
    slots(60).slice(0, 12),
  ),
  one(
    'export register and import register',
    'Registrador 1.8.0 (kWh);Registrador 2.8.0 (kWh)',
    (s) => `${level(s)};${otherLevel(s)}`,
    undefined,
    { expected: both(registered(Q), registeredOthers(Q)) },
  ),
  one(
    'registers of two tariffs',
    '1.8.1 (kWh);1.8.2 (kWh);2.8.1 (kWh);2.8.2 (kWh)',
    (s) => `${level(s)};120,5;${otherLevel(s)};0`,
    undefined,
    { expected: both(registered(Q), registeredOthers(Q)) },
  ),
  one(
    'pulses ask',
    'Pulsos',
    (s) => String(Math.round(s.kwh * 100)),
    quartersOf(Q.map((s) => ({ ...s, amount: Math.round(s.kwh * 100) / 100 }))),
    {
      questions: ['pulse'],
    },
  ),
  water('water in litres', 'Consumo (L)', (s) => comma(s.kwh * 100, 1), 0.1),
  water('water in m³', 'Volume (m³)', (s) => comma(s.kwh / 10, 4), 0.1),
  water('water register of three decimals', 'Leitura', level, 1, [], true),
  water('water register, Hidrômetro', 'Hidrômetro', level, 1, [], true),
  water(
    'water register in litres',
    'Leitura (litros)',
    (s) => String(Math.round((LEVELS[s.n] as number) * 1_000)),
    1,
    [],
    true,
  ),
  water(
    'water register of whole numbers asks',
    'Leitura',
    (s) => String(Math.round((LEVELS[s.n] as number) * 1_000)),
    1,
    ['unit'],
    true,
  ),
  water('water Consumo asks', 'Consumo', (s) => comma(s.kwh * 100, 1), 0.1, ['unit']),
  water(
    'water beside its flow',
    'Volume (L);Vazão (L/h)',
    (s) => `${comma(s.kwh * 100, 1)};${comma(s.kwh * 400, 1)}`,
    0.1,
  ),
];
