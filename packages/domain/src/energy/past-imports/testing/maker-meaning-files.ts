import { A, B, C, columns, file, lines, type MeaningFile, start, third } from './meaning-file.ts';
import { comma, dmy, hm, type Slot, ymd } from './slots.ts';

const both = (slot: Slot): string => comma(slot.kwh + third(slot));

/** Names used by manufacturers of meters, loggers and inverters, and by portals of other countries. */
export const MAKER_MEANING_FILES: readonly MeaningFile[] = [
  ...(
    [
      ['kWh+', 'kWh-'],
      ['WP+(kWh)', 'WP-(kWh)'],
      ['kWh-Del', 'kWh-Rec'],
      ['kWh Dir.', 'kWh Rev.'],
      ['EP_IMP(kWh)', 'EP_EXP(kWh)'],
      ['Energia Ativa Positiva (kWh)', 'Energia Ativa Negativa (kWh)'],
      ['Positive active energy (kWh)', 'Negative active energy (kWh)'],
      ['Wirkenergie Bezug [kWh]', 'Wirkenergie Abgabe [kWh]'],
      ['Energie vom Netz bezogen [kWh]', 'Energie ins Netz eingespeist [kWh]'],
      ['Active Energy Delivered (Into Load) (kWh)', 'Active Energy Received (Out of Load) (kWh)'],
      ['Energía activa III consumida (kWh)', 'Energía activa III generada (kWh)'],
    ] as const
  ).map((names) => columns(names, { consumed: A, injected: B })),
  columns(['Imported from Grid(kWh)', 'Exported to Grid(kWh)', 'Photovoltaic Output(kWh)'], {
    consumed: A,
    injected: B,
  }),
  columns(['Netzbezug (kWh)', 'Netzeinspeisung (kWh)', 'PV Produktion (kWh)'], { consumed: A, injected: B }),
  columns(['Verbruik (kWh)', 'Teruglevering (kWh)', 'Opwek (kWh)'], { consumed: A, injected: B }),
  columns(
    ['Verbrauch (kWh)', 'Erzeugung (kWh)'],
    { consumed: A },
    { asks: ['produced'], mayBe: [{ consumed: A, injected: B }] },
  ),
  // Reactive energy.
  columns(['Energía inductiva III (kvarLh)', 'Energía capacitiva III (kvarCh)'], {
    inductive: A,
    capacitive: B,
  }),
  columns(['Energia attiva prelevata (kWh)', 'Energia reattiva induttiva (kvarh)'], {
    consumed: A,
    inductive: B,
  }),
  columns(['kWh del int', 'kVARh del int'], { consumed: A, inductive: B }),
  columns(
    ['Energia Ativa Positiva (kWh)', 'Energia Reativa Positiva (kVArh)', 'Energia Reativa Negativa (kVArh)'],
    { consumed: A, inductive: B, capacitive: C },
    { asks: ['quadrants'], mayBe: [{ consumed: A, inductive: B }, { consumed: A }] },
  ),
  // Tariffs of other countries.
  ...(
    [
      ['Verbruik laag (kWh)', 'Verbruik hoog (kWh)'],
      ['Bezug HT (kWh)', 'Bezug NT (kWh)'],
      ['Consommation heures pleines (kWh)', 'Consommation heures creuses (kWh)'],
    ] as const
  ).map((names) => columns(names, { consumed: A + B })),
  columns(['Consumo punta (kWh)', 'Consumo llano (kWh)', 'Consumo valle (kWh)'], { consumed: A + B + C }),
  columns(['Ponta (kWh)', 'Cheias (kWh)', 'Vazio (kWh)'], { consumed: A + B + C }),
  columns(['Peak (kWh)', 'Shoulder (kWh)', 'Off-Peak (kWh)'], { consumed: A + B + C }),
  columns(['Volume V1 [m3]'], { volume: A }, { isWater: true }),
  // Numbers that identify something.
  columns(['CODIGO_PARCELA_CARGA', 'CONSUMO_ATIVO (kWh)'], { consumed: B }),
  // A total together with its parts.
  file(
    'a total that is the sum of the columns beside it',
    () =>
      lines(
        'Data e hora;Forno (kWh);Iluminação (kWh);Total (kWh)',
        (s) => `${start(s)};${comma(s.kwh)};${comma(third(s))};${both(s)}`,
      ),
    { consumed: A + C },
  ),
  file(
    'a total that lacks a column beside it in one row',
    () =>
      lines(
        'Data e hora;Forno (kWh);Iluminação (kWh);Total (kWh)',
        (s) => `${start(s)};${comma(s.kwh)};${s.n === 3 ? '' : comma(third(s))};${both(s)}`,
      ),
    { consumed: A + C },
    { asks: ['columns'], mayBe: [{ consumed: A }] },
  ),
  // Instants and kinds of rows.
  file(
    'the start and the end in German',
    () =>
      lines(
        'Startzeit;Endzeit;Wirkarbeit (kWh)',
        (s) => `${start(s)};${dmy(s.to)} ${hm(s.to)};${comma(s.kwh)}`,
      ),
    { consumed: A },
  ),
  file(
    'a type of reading that states mean power',
    () =>
      lines(
        'Read Value;Read Type;Read Date',
        (s) => `${comma(s.kwh)};Active Import Interval (kW);${start(s)}`,
      ),
    { consumed: A },
  ),
  file(
    'the offset of a zone before commas',
    () =>
      lines(
        'Date/Time,Exported to Grid (Wh),Imported from Grid (Wh)',
        (s) => `${ymd(s.from)} ${hm(s.from)}:00 -0300,0,${Math.round(s.kwh * 1_000)}`,
      ),
    { consumed: A },
  ),
  file(
    'the offset of a zone before one comma',
    () =>
      lines(
        'Date/Time,Energy (Wh)',
        (s) => `${ymd(s.from)} ${hm(s.from)}:00 -0300,${Math.round(s.kwh * 1_000)}`,
      ),
    { consumed: A },
  ),
];
