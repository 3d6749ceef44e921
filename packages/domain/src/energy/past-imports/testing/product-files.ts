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
import { comma, dmy, half, hm, type Slot, slots, ymd } from './slots.ts';

const [Q, H, N] = [slots(15), slots(60), slots(30)];
const _HEAD = 'Data e hora;Consumo (kWh)';
const _row = (s: Slot): string => `${start(s)};${value(s)}`;
const C = consumption(Q);
const _two = (n: number): string => String(n).padStart(2, '0');
const days = (each: readonly Slot[]): Slot[][] =>
  [0, 1].map((d) => each.slice((d * each.length) / 2, ((d + 1) * each.length) / 2));
const both = { consumed: consumption(H), injected: others(H) };
const utc = (s: Slot): string => new Date(s.from.getTime() + 3 * 3_600_000).toISOString();
const LEVELS = levelsOf(Q, 48_213.5);
const OTHERS = levelsOf(Q, 9_120.25, otherOf);
const wh = (s: Slot): number => Math.round(s.kwh * 1_000);
const nem = (registers: readonly (readonly [string, string, (s: Slot) => string])[]): string =>
  [
    '100,NEM12,202503060000,A,B',
    ...registers.flatMap(([suffix, unit, cell]) => [
      `200,NMI1,E1B1Q1,${suffix},${suffix},N1,123,${unit},30,`,
      ...days(N).flatMap((day) => [
        `300,${ymd((day[0] as Slot).from).replaceAll('-', '')},${day.map(cell).join(',')},A,,,20250306000000,`,
        '400,1,48,A,,',
      ]),
    ]),
    '900',
  ].join('\n');
const ccee = (head: string, cells: (s: Slot) => string, separator = ';', each = H): string =>
  [
    head,
    ...each.flatMap((s) =>
      [
        `CAMPO;PTA (L);${dmy(s.from)};${s.from.getUTCHours() + 1};${cells(s)}`,
        `CAMPO;PTB (L);${dmy(s.from)};${s.from.getUTCHours() + 1};0,000;0,100;0,000;0,000`,
      ].map((line) => line.replaceAll(';', separator)),
    ),
  ].join('\r\n');
const CCEE = 'Agente;Ponto / Grupo;Data;Hora;Ativa G (kWh);Ativa C (kWh);Reativa G (kVArh);Reativa C (kVArh)';

const iso = (s: Slot): string => `${ymd(s.from)} ${hm(s.from)}`;
const dayOf = (s: Slot) => dmy(s.from);
/** Files of utilities, meters and programs. */
export const PRODUCT_FILES: readonly FieldFile[] = [
  fieldFile(
    'Fluvius registers a row',
    () =>
      [
        'Van (datum);Van (tijdstip);Tot (datum);Tot (tijdstip);EAN-code;Meter;Register;Volume;Eenheid;Validatiestatus',
        ...Q.flatMap((s) =>
          ['Afname', 'Injectie'].map(
            (name) =>
              `${dmy(s.from, '-')};${hm(s.from)}:00;${dmy(s.to, '-')};${hm(s.to)}:00;="541448";1SAG;${name} Dag;${name === 'Afname' ? value(s) : otherValue(s)};kWh;Gevalideerd`,
          ),
        ),
      ].join('\n'),
    { consumed: C, injected: others(Q) },
  ),
  fieldFile(
    'CCEE',
    () => ccee(CCEE, (s) => `0,000;${value(s)};0,000;${otherValue(s)}`),
    { consumed: consumption(H), inductive: others(H) },
    { questions: ['meter'] },
  ),
  fieldFile(
    'CCEE in MWh with tabs',
    () =>
      ccee(
        'Agente\tPonto / Grupo\tData\tHora\tAtiva G (MWh)\tAtiva C (MWh)\tReativa G (MVArh)\tReativa C (MVArh)',
        (s) => `0,000;${comma(s.kwh / 1_000, 6)};0,000;${comma(otherOf(s) / 1_000, 6)}`,
        '\t',
      ),
    { consumed: consumption(H), inductive: others(H) },
    { questions: ['meter'] },
  ),
  fieldFile(
    'CCEE with generation',
    () =>
      [
        'Ponto de medição;Data;Hora;Geração Ativa (kWh);Consumo Ativo (kWh);Geração Reativa (kVArh);Consumo Reativo (kVArh)',
        ...H.map(
          (s) => `PTA (L);${dmy(s.from)};${s.from.getUTCHours() + 1};${otherValue(s)};${value(s)};0;0`,
        ),
      ].join('\n'),
    both,
  ),
  fieldFile(
    'SCDE of five minutes',
    () =>
      [
        'Código do ponto;Data/Hora;Energia Ativa C (kWh);Energia Ativa G (kWh);Qualidade',
        ...slots(5).map((s) => `PTA;${dmy(s.to)} ${hm(s.to)};${value(s)};0,000;Completo`),
      ].join('\n'),
    consumption(slots(5)),
    { questions: [] },
  ),
  fieldFile(
    'NEM12 with three registers',
    () =>
      nem([
        ['E1', 'kWh', ({ kwh }) => String(kwh)],
        ['B1', 'kWh', (s) => String(otherOf(s))],
        ['Q1', 'kvarh', ({ kwh }) => String(kwh)],
      ]),
    { consumed: consumption(N), injected: others(N), inductive: consumption(N) },
  ),
  fieldFile('NEM12 in Wh', () => nem([['E1', 'Wh', (s) => String(wh(s))]]), consumption(N)),
  fieldFile(
    'NEM12 of two consumption registers',
    () =>
      nem([
        ['E1', 'kWh', ({ kwh }) => String(kwh)],
        ['E2', 'kWh', (s) => String(otherOf(s))],
      ]),
    quartersOf(N.map((s) => ({ ...s, amount: s.kwh + otherOf(s) }))),
  ),
  fieldFile(
    'Home Assistant history',
    () =>
      [
        'entity_id,state,last_changed',
        ...Q.map(
          (s) =>
            `sensor.energia_consumida_kwh,${s.n % 11 === 5 ? 'unavailable' : (LEVELS[s.n] as number).toFixed(3)},${utc(s)}`,
        ),
      ].join('\n'),
    quartersOf(
      Q.slice(0, -1)
        .filter((s) => s.n % 11 !== 5)
        .map((s) => {
          const isLong = (s.n + 1) % 11 === 5 && s.n < 190;
          const next = Q[s.n + 1] as Slot;
          return isLong
            ? { from: s.from, to: next.to, amount: s.kwh + next.kwh }
            : { from: s.from, to: s.to, amount: s.kwh };
        }),
    ),
  ),
  fieldFile(
    'Home Assistant history without unit',
    () =>
      [
        'entity_id,state,last_changed',
        ...Q.map((s) => `sensor.energia_total,${(LEVELS[s.n] as number).toFixed(3)},${utc(s)}`),
      ].join('\n'),
    registered(Q),
    { questions: ['unit'] },
  ),
  fieldFile(
    'Home Assistant energy of two tariffs',
    () =>
      [
        `entity_id,type,unit,${H.map(utc).join(',')}`,
        `sensor.t1,grid_consumption,kWh,${H.map(({ kwh }) => kwh).join(',')}`,
        `sensor.t2,grid_consumption,kWh,${H.map(otherOf).join(',')}`,
        `sensor.r1,grid_return,kWh,${H.map(otherOf).join(',')}`,
        `sensor.pv,solar_production,kWh,${H.map(() => 3).join(',')}`,
      ].join('\n'),
    { consumed: quartersOf(H.map((s) => ({ ...s, amount: s.kwh + otherOf(s) }))), injected: others(H) },
  ),
  fieldFile(
    'own export of a meter with one phase',
    () =>
      `\uFEFF${['Início (America/Sao_Paulo);Fim (America/Sao_Paulo);Fim (UTC);Consumo (kWh);Consumo A (kWh);Energia injetada A (kWh);Reativa indutiva A (kvarh);Reativa capacitiva A (kvarh);Demanda máxima (kW);Completude (%)', ...Q.map((s) => `${start(s)};${dmy(s.to)} ${hm(s.to)};${new Date(s.to.getTime() + 10_800_000).toISOString()};${value(s)};${value(s)};${otherValue(s)};0;0;${comma(s.kwh * 4)};100`)].join('\r\n')}`,
    { consumed: C, injected: others(Q) },
  ),
  fieldFile(
    'own export with an estimated share',
    () =>
      [
        'Início (America/Sao_Paulo);Fim (America/Sao_Paulo);Fim (UTC);Consumo (kWh);Demanda máxima (kW);Completude (%);Estimado (%)',
        ...Q.map(
          (s) =>
            `${start(s)};${dmy(s.to)} ${hm(s.to)};${new Date(s.to.getTime() + 10_800_000).toISOString()};${value(s)};;0;100`,
        ),
      ].join('\r\n'),
    C,
  ),
  fieldFile(
    'SMA: names above units',
    () =>
      [
        'sep=;',
        'Version CSV1|Tool SE|Linebreaks CR/LF|Delimiter semicolon|Decimalpoint comma|Precision 3',
        '',
        ';SN: 123;SN: 123',
        ';STP 10000;STP 10000',
        ';Total yield;Power',
        ';Counter;Analog',
        'dd/MM/yyyy HH:mm;kWh;kW',
        ...Q.map((s) => `${start(s)};${comma(LEVELS[s.n] as number)};${comma(s.kwh * 4)}`),
      ].join('\r\n'),
    { injected: registered(Q) },
    { questions: ['power'] },
  ),
  fieldFile(
    'E-REDES with injection',
    () =>
      [
        'Dados Gerais,,,,',
        'CPE,PT0000000000000000XX,,,',
        'Data de Início,2025-03-04,,,',
        ',,,,',
        'Contador,Data,Hora,"Consumo registado, Ativa (kW)","Injeção na rede medida na IPC, Ativa (kW)",Estado',
        ...Q.map(
          (s) =>
            `123,${ymd(s.from)},${hm(s.from)},${(s.kwh * 4).toFixed(3)},${(otherOf(s) * 4).toFixed(3)},Real`,
        ),
      ].join('\n'),
    { consumed: C, injected: others(Q) },
  ),
  fieldFile(
    'SDG&E with generation and net',
    () =>
      [
        '"Name : X",,,,',
        '"UOM: kWh",,,,',
        '"Meter Number","Date","Start Time","Duration","Consumption","Generation","Net"',
        ...H.map(
          (s) =>
            `"0000","${hm(s.from) && `${s.from.getUTCMonth() + 1}/${s.from.getUTCDate()}/2025`}",${half(s.from)},"60","${s.kwh}","${otherOf(s)}","${(s.kwh - otherOf(s)).toFixed(3)}"`,
        ),
      ].join('\n'),
    { consumed: consumption(H), injected: others(H) },
  ),
  fieldFile(
    'i-DE hourly with AE and AS',
    () =>
      table(
        'CUPS;Fecha;Hora;AE_kWh;AS_kWh;AE_AUTOCONS_kWh;REAL/ESTIMADO',
        H,
        (s) => `ES01;${dayOf(s)};${s.from.getUTCHours() + 1};${value(s)};${otherValue(s)};0,000;R`,
      ),
    { consumed: consumption(H), injected: others(H) },
  ),
  fieldFile(
    'Datadis with energy fed in',
    () =>
      table(
        'cups;fecha;hora;consumo_kWh;metodoObtencion;energiaVertida_kWh',
        H,
        (s) =>
          `ES01;${ymd(s.from).replaceAll('-', '/')};${String(s.from.getUTCHours() + 1).padStart(2, '0')}:00;${value(s)};Real;${otherValue(s)}`,
      ),
    { consumed: consumption(H), injected: others(H) },
  ),
  fieldFile(
    'Enphase production alone',
    () => table('Date/Time,Energy Produced (Wh)', Q, (s) => `${iso(s)},${Math.round(s.kwh * 1_000)}`),
    { injected: C },
  ),
  fieldFile(
    'index column of pandas',
    () => table(',timestamp,kwh', Q, (s) => `${s.n},${iso(s)}:00,${s.kwh}`),
    C,
  ),
  fieldFile(
    'Emporia with a place in the header',
    () =>
      table(
        'Time Bucket (America/Sao_Paulo),Mains_A (kWhs),Mains_B (kWhs)',
        H,
        (s) =>
          `${s.from.getUTCMonth() + 1}/${s.from.getUTCDate()}/2025 ${hm(s.from)}:00,${s.kwh},${otherOf(s)}`,
      ),
    quartersOf(H.map((s) => ({ ...s, amount: s.kwh + otherOf(s) }))),
  ),
  fieldFile(
    'Tibber',
    () =>
      table(
        'from,to,consumption,consumptionUnit,cost,unitPrice',
        H,
        (s) =>
          `${ymd(s.from)}T${hm(s.from)}:00.000-03:00,${ymd(s.to)}T${hm(s.to)}:00.000-03:00,${s.kwh},kWh,0.31,0.29`,
      ),
    consumption(H),
  ),
  fieldFile(
    'Octopus',
    () =>
      table(
        'Consumption (kWh), Estimated Cost Inc. Tax (p), Standing Charge Inc. Tax (p), Start, End',
        slots(30),
        (s) => `${s.kwh}, 2.1, 30, ${ymd(s.from)}T${hm(s.from)}:00-03:00, ${ymd(s.to)}T${hm(s.to)}:00-03:00`,
      ),
    consumption(slots(30)),
  ),
  fieldFile('Grafana', () => table('"Time","Consumo"', Q, (s) => `"${iso(s)}:00","${s.kwh} kWh"`), C),
  fieldFile(
    'InfluxDB',
    () =>
      [
        '#group,false,false,true,true',
        '#datatype,string,long,dateTime:RFC3339,double',
        '#default,_result,,,',
        ',result,table,_time,_value',
        ...Q.map((s) => `,,0,${new Date(s.from.getTime() + 10_800_000).toISOString()},${s.kwh}`),
      ].join('\n'),
    C,
    { questions: ['unit'] },
  ),
  fieldFile(
    'HomeWizard registers',
    () =>
      table(
        'time,Import T1 kWh,Import T2 kWh,Export T1 kWh,Export T2 kWh,L1 max W,L2 max W,L3 max W',
        Q,
        (s) =>
          `2025-03-${s.n < 96 ? '04' : '05'} ${hm(s.from)},${(LEVELS[s.n] as number).toFixed(3)},1234.5,${(OTHERS[s.n] as number).toFixed(3)},88.1,400,200,0`,
      ),
    { consumed: registered(Q), injected: registeredOthers(Q) },
  ),
  fieldFile(
    'DSMR registers',
    () =>
      table(
        'read_at,electricity_delivered_1,electricity_returned_1,electricity_delivered_2,electricity_returned_2,electricity_currently_delivered',
        Q,
        (s) =>
          `2025-03-${s.n < 96 ? '04' : '05'}T${hm(s.from)}:00-03:00,${(LEVELS[s.n] as number).toFixed(3)},${(OTHERS[s.n] as number).toFixed(3)},1234.500,88.100,0.412`,
      ),
    { consumed: registered(Q), injected: registeredOthers(Q) },
    { questions: ['unit'] },
  ),
];
