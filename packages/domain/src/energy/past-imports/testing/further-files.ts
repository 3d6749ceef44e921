import {
  consumption,
  type FieldFile,
  fieldFile,
  levelsOf,
  others,
  otherValue,
  quartersOf,
  registered,
  start,
  table,
  value,
} from './field-file.ts';
import { comma, dmy, hm, type Slot, START, slots, ymd } from './slots.ts';

const [Q, H] = [slots(15), slots(60)];
const C = consumption(Q);
const HEAD = 'Data e hora;Consumo (kWh)';
const row = (s: Slot): string => `${start(s)};${value(s)}`;
const both = { consumed: C, injected: others(Q) };
const LEVELS = levelsOf(Q, 48_213.5);
const level = (s: Slot): string => comma(LEVELS[s.n] as number);
const _iso = (s: Slot): string => `${ymd(s.from)} ${hm(s.from)}`;
const one = (
  name: string,
  header: string,
  text: (s: Slot) => string,
  expected: FieldFile['expected'] | typeof C = C,
  more: Partial<FieldFile> = {},
  each = Q,
): FieldFile =>
  fieldFile(
    name,
    () => table(`Data e hora;${header}`, each, (s) => `${start(s)};${text(s)}`),
    expected,
    more,
  );
const sawtooth = (each: readonly Slot[], a_day: number) => {
  let sum = 0;
  return each.map((s) => {
    sum = s.n % a_day === 0 ? s.kwh : sum + s.kwh;
    return sum;
  });
};
const total = (day: readonly Slot[]): string => comma(day.reduce((t, s) => t + s.kwh, 0));
const days = (each: readonly Slot[]): Slot[][] =>
  [0, 1].map((d) => each.slice((d * each.length) / 2, ((d + 1) * each.length) / 2));
const dayOf = (s: Slot) => dmy(s.from);

/** Files with registers, sums and units that are easily misinterpreted. */
export const FURTHER_FILES: readonly FieldFile[] = [
  fieldFile(
    'start and duration in clocks',
    () =>
      table('Data;Hora;Duração;Consumo (kWh)', Q, (s) => `${dmy(s.from)};${hm(s.from)};00:15:00;${value(s)}`),
    C,
  ),
  fieldFile(
    'points in times of day',
    () => table(HEAD, Q, (s) => `${dmy(s.from)} ${hm(s.from).replace(':', '.')};${value(s)}`),
    C,
  ),
  fieldFile('texts written as formulas', () => table(HEAD, Q, (s) => `="${start(s)}";="${value(s)}"`), C),
  fieldFile(
    'single quotes',
    () => table("'Data e hora';'Consumo (kWh)'", Q, (s) => `'${start(s)}';'${value(s)}'`),
    C,
  ),
  fieldFile(
    'periods under a unit before the table',
    () =>
      table(
        ['Unidade: kWh', 'Data e hora;Ponta;Fora Ponta'],
        Q,
        (s) => `${start(s)};${s.n % 5 ? '0,000' : value(s)};${s.n % 5 ? value(s) : '0,000'}`,
      ),
    C,
  ),
  one(
    'registered amounts that never change',
    'Consumo registrado (kWh)',
    () => '0,500',
    quartersOf(Q.map((s) => ({ ...s, amount: 0.5 }))),
  ),
  fieldFile(
    'quoted names in several lines',
    () => ['"Data e\nhora";"Consumo\n(kWh)"', ...Q.map(row)].join('\n'),
    C,
  ),
  fieldFile(
    'names repeated on each page',
    () => Q.flatMap((s) => [...(s.n % 40 === 0 ? [HEAD] : []), row(s)]).join('\n'),
    C,
  ),
  fieldFile(
    'two installations one after the other',
    () =>
      [
        'UC: 111',
        HEAD,
        ...Q.map(row),
        '',
        'UC: 222',
        HEAD,
        ...Q.map((s) => `${start(s)};${otherValue(s)}`),
      ].join('\n'),
    C,
    { questions: ['meter'] },
  ),
  fieldFile(
    'previous and present reading',
    () =>
      table(
        'Data e hora;Leitura anterior (kWh);Leitura atual (kWh);Consumo (kWh)',
        Q,
        (s) => `${start(s)};${level(s)};${comma((LEVELS[s.n] as number) + s.kwh)};${value(s)}`,
      ),
    C,
  ),
  fieldFile(
    'day sums at midnight of their day',
    () =>
      [
        HEAD,
        ...days(Q).flatMap((day) => [`${dayOf(day[0] as Slot)} 00:00;${total(day)}`, ...day.map(row)]),
      ].join('\n'),
    C,
    { questions: ['repeats'] },
  ),
  fieldFile('total at the end', () => [HEAD, ...Q.map(row), `Total;${total(Q)}`].join('\n'), C),
  fieldFile(
    'month sum among days',
    () =>
      [
        'Data;Hora;Consumo (kWh)',
        ...Q.map((s) => `${dayOf(s)};${hm(s.from)};${value(s)}`),
        `mar/2025;;${total(Q)}`,
      ].join('\n'),
    C,
  ),
  fieldFile(
    'newest first with ends at midnight',
    () =>
      ['Data e hora;Consumo (kWh)', ...Q.map((s) => `${dmy(s.to)} ${hm(s.to)};${value(s)}`).reverse()].join(
        '\n',
      ),
    C,
  ),
  fieldFile(
    'newest first with a late midnight',
    () =>
      ['Data;Hora;Consumo (kWh)', ...Q.map((s) => `${dayOf(s)};${hm(s.to)};${value(s)}`).reverse()].join(
        '\n',
      ),
    C,
  ),
  fieldFile(
    'newest first with 24:00',
    () =>
      [
        'Data;Hora;Consumo (kWh)',
        ...Q.map((s) => `${dayOf(s)};${hm(s.to) === '00:00' ? '24:00' : hm(s.to)};${value(s)}`).reverse(),
      ].join('\n'),
    C,
  ),
  fieldFile(
    'ends with 23:59:59',
    () =>
      [
        'Data;Hora;Consumo (kWh)',
        ...Q.map((s) => `${dayOf(s)};${hm(s.to) === '00:00' ? '23:59:59' : `${hm(s.to)}:00`};${value(s)}`),
      ].join('\n'),
    C,
  ),
  fieldFile('one day', () => table(HEAD, Q.slice(0, 96), row), consumption(Q.slice(0, 96))),
  fieldFile('one day of hours', () => table(HEAD, H.slice(0, 24), row), consumption(H.slice(0, 24))),
  fieldFile(
    'one day of hours 1 to 24',
    () => table('Data;Hora;Consumo (kWh)', H.slice(0, 24), (s) => `${dayOf(s)};${s.n + 1};${value(s)}`),
    consumption(H.slice(0, 24)),
  ),
  fieldFile(
    'date line in words',
    () =>
      H.map(
        (s) =>
          `${s.n % 24 === 0 ? `terça-feira, ${s.from.getUTCDate()} de março de 2025;\nHora;Consumo (kWh)\n` : ''}${hm(s.from)};${value(s)}`,
      ).join('\n'),
    consumption(H),
  ),
  fieldFile(
    'date before the table',
    () =>
      [
        'Data: 04/03/2025',
        'Hora;Consumo (kWh)',
        ...H.slice(0, 24).map((s) => `${hm(s.from)};${value(s)}`),
      ].join('\n'),
    consumption(H.slice(0, 24)),
  ),
  fieldFile(
    'mean of an hour in kWh/h',
    () => table('Data e hora;Consumo (kWh/h)', Q, (s) => `${start(s)};${comma(s.kwh * 4)}`),
    C,
  ),
  fieldFile(
    'MW médio',
    () => table('Data e hora;Consumo (MWmed)', Q, (s) => `${start(s)};${comma((s.kwh * 4) / 1_000, 6)}`),
    C,
  ),
  one('kW/h', 'Consumo (kW/h)', value),
  one('KWH', 'Consumo (KWH)', value),
  one('Kw.h', 'Consumo Kw.h', value),
  one('kW h', 'Consumo [kW h]', value),
  one(
    'pulses with their constant in the name',
    'Pulsos (1 pulso = 10 Wh)',
    (s) => String(Math.round(s.kwh * 100)),
    quartersOf(Q.map((s) => ({ ...s, amount: Math.round(s.kwh * 100) / 100 }))),
    { questions: ['pulse'] },
  ),
  one(
    'energy of the day, quarters',
    'Energia do dia (kWh)',
    (s) => comma(sawtooth(Q, 96)[s.n] as number),
    {
      consumed: quartersOf(
        Q.slice(1).map((s) => ({ from: (Q[s.n - 1] as Slot).from, to: s.from, amount: s.kwh })),
      ),
    },
    { questions: ['register'] },
  ),
  one(
    'energy of the day, hours',
    'Energia do dia (kWh)',
    (s) => comma(sawtooth(H, 24)[s.n] as number),
    {
      consumed: quartersOf(
        H.slice(1).map((s) => ({ from: (H[s.n - 1] as Slot).from, to: s.from, amount: s.kwh })),
      ),
    },
    { questions: ['register'] },
    H,
  ),
  one(
    'active in hours of reactive',
    'Consumo Ponta (kWh);Consumo Fora Ponta Indutivo (kWh);Consumo Fora Ponta Capacitivo (kWh);Reativo Excedente Ponta (kvarh);Reativo Excedente Fora Ponta (kvarh)',
    (s) => `0,000;${value(s)};0,000;0,000;${otherValue(s)}`,
    { consumed: C, inductive: others(Q) },
  ),
  one(
    'direct and reverse',
    'Ativa direta (kWh);Ativa reversa (kWh)',
    (s) => `${value(s)};${otherValue(s)}`,
    both,
  ),
  one(
    'supplied and received',
    'Energia fornecida pela distribuidora (kWh);Energia injetada na rede (kWh)',
    (s) => `${value(s)};${otherValue(s)}`,
    both,
  ),
  one(
    'self-consumption beside',
    'Consumo da rede (kWh);Autoconsumo (kWh);Injeção (kWh)',
    (s) => `${value(s)};0,300;${otherValue(s)}`,
    both,
  ),
  one(
    'battery beside',
    'Grid import (kWh);Grid export (kWh);Battery charge (kWh);Battery discharge (kWh)',
    (s) => `${value(s)};${otherValue(s)};0,2;0,1`,
    both,
  ),
  one(
    'total of house and of circuits asks',
    'Geral (kWh);Ar-condicionado (kWh);Iluminação (kWh)',
    (s) => `${value(s)};${comma(s.kwh / 3)};${comma(s.kwh / 5)}`,
    C,
    { questions: ['columns'] },
  ),
  one('reactive alone', 'Reativa indutiva (kvarh)', value, { inductive: C }),
  one(
    'a gap of a day',
    'Consumo (kWh)',
    value,
    consumption(slots(15, START, 4).filter(({ n }) => n < 96 || n >= 192)),
    {},
    slots(15, START, 4).filter(({ n }) => n < 96 || n >= 192),
  ),
  one('zero everywhere', 'Consumo (kWh)', () => '0,000', quartersOf(Q.map((s) => ({ ...s, amount: 0 })))),
  one('flag behind the value', 'Consumo (kWh)', (s) => `${value(s)}${s.n % 9 === 0 ? ' E' : ''}`),
  one(
    'register of a vacant place',
    'Leitura (kWh)',
    () => '1234,500',
    quartersOf(Q.slice(0, -1).map((s) => ({ ...s, amount: 0 }))),
  ),
  one(
    'water register beside its difference',
    'Leitura (m³);Consumo (m³)',
    (s) => `${level(s)};${value(s)}`,
    { volume: C },
    { isWater: true },
  ),
  one(
    'water pulses ask',
    'Pulsos',
    (s) => String(Math.round(s.kwh * 100)),
    { volume: quartersOf(Q.map((s) => ({ ...s, amount: Math.round(s.kwh * 100) / 100 }))) },
    { isWater: true, questions: ['pulse'] },
  ),
  one(
    'water m3 and energy',
    'Volume m3;Energia kWh',
    (s) => `${value(s)};${otherValue(s)}`,
    { volume: C },
    { isWater: true },
  ),
  one(
    'cumulative consumption in the month',
    'Acumulado no mês (kWh)',
    (s) => comma((LEVELS[s.n] as number) - 48_000),
    registered(Q),
  ),
  one(
    'minutes',
    'Consumo (Wh)',
    (s) => comma(s.kwh * 10, 1),
    quartersOf(slots(1, START, 1).map((s) => ({ ...s, amount: Math.round(s.kwh * 100) / 10_000 }))),
    {},
    slots(1, START, 1),
  ),
  fieldFile(
    'minutes of the next midnight',
    () =>
      table(
        'Horário;Potência ativa total (kW)',
        slots(1, START, 1),
        (s) => `${dmy(s.from)} ${hm(s.from)}:00;${comma(s.kwh * 6)}`,
      ),
    quartersOf(slots(1, START, 1).map((s) => ({ ...s, amount: s.kwh / 10 }))),
  ),
  fieldFile(
    'status words in a row of dates',
    () =>
      table(
        'Data e hora;Situação;Consumo (kWh)',
        Q,
        (s) => `${start(s)};${s.n % 5 ? 'Medido' : 'Estimado'};${value(s)}`,
      ),
    C,
  ),
  fieldFile(
    'two meters in columns ask',
    () =>
      table('Data e hora;UC 111 (kWh);UC 222 (kWh)', Q, (s) => `${start(s)};${value(s)};${otherValue(s)}`),
    C,
    { questions: ['columns'] },
  ),
  fieldFile(
    'several meters in rows ask',
    () =>
      [
        'Medidor;Data e hora;Consumo (kWh)',
        ...Q.flatMap((s) => [`A1;${row(s)}`, `B2;${start(s)};${otherValue(s)}`]),
      ].join('\n'),
    C,
    { questions: ['meter'] },
  ),
  fieldFile(
    'several meters one below the other ask',
    () =>
      [
        'Instalação;Data e hora;Consumo (kWh)',
        ...Q.map((s) => `3001;${row(s)}`),
        ...Q.map((s) => `3002;${start(s)};${otherValue(s)}`),
      ].join('\n'),
    C,
    { questions: ['meter'] },
  ),
];
