import { formatNumber, formatReais } from '../../base/units/format.ts';
import { type Cents, cents, reais, sumCents } from '../../base/units/money.ts';
import { MAX_LABEL } from '../../sites/tariffs/own-line.ts';
import { rulesOn } from '../../sites/tariffs/tariff-rules.ts';
import type { VatPeriod } from '../../sites/tariffs/vat-periods.ts';
import { TOU_PERIODS, type TouPeriod } from '../../sites/tou-windows/tou-periods.ts';
import type { BilledLine } from '../bill-check/billed-lines.ts';
import type { ElectronicBill, NoteLine, NoteTaxes } from './electronic-bill.ts';
import { type NoteMeaning, noteMeaning } from './note-meaning.ts';

/** kWh or kW by time-of-use period; with a single price all of it is `outPoint`. */
type NoteQuantities = Partial<Record<TouPeriod, number>>;

/** A note as a bill to enter. */
export interface EnteredNote {
  readonly total: Cents;
  /** Whether CBS and IBS are added to the total; otherwise they are stated for information. */
  readonly addsVat: boolean;
  readonly consumed: NoteQuantities;
  readonly demand: NoteQuantities;
  /** Charged taxes; null if the note's deductions exceed them. */
  readonly taxes: Cents | null;
  /** Lines that no tariff prices. */
  readonly lines: readonly BilledLine[];
  /** The meaning of each line of the note. */
  readonly meanings: readonly NoteMeaning[];
  /** Sentences in Portuguese about contradictions and unusual contents of the note. */
  readonly warnings: readonly string[];
}

type MeantLine = readonly [line: NoteLine, meaning: NoteMeaning];

const MICRO = 1e6;
const rounded = (value: number): number => Math.round(value * MICRO) / MICRO;

/** A quantity of a line, and the half of the price that charges it. */
interface Counted extends Pick<NoteMeaning, 'side'> {
  readonly quantity: number;
}

const sumOf = (counted: readonly Counted[]): number =>
  counted.reduce((sum, { quantity }) => sum + quantity, 0);

/** TE and TUSD lines charge the same kWh, so the larger sum of the two halves counts once. */
function energyOf(counted: readonly Counted[]): number {
  const ofHalf = (half: NoteMeaning['side']) => sumOf(counted.filter(({ side }) => side === half));
  return ofHalf(null) + Math.max(ofHalf('te'), ofHalf('tusd'));
}

type EnergyLine = readonly [line: NoteLine & { readonly quantity: number }, meaning: NoteMeaning];

/** The energy lines of a note. */
interface EnergyLines {
  readonly counted: readonly EnergyLine[];
  /** Energy lines of one half of the price that state the kWh of the other half again, without periods. */
  readonly repeated: readonly EnergyLine[];
}

/** If only one half of the price has time-of-use periods, only its lines count. */
function energyLines(lines: readonly MeantLine[]): EnergyLines {
  const energy = lines.filter(
    (line): line is EnergyLine => line[1].part === 'energy' && line[0].quantity !== null,
  );
  const ofHalf = (half: NoteMeaning['side']) => energy.filter(([, { side }]) => side === half);
  const hasPeriods = (ofOneHalf: readonly EnergyLine[]) =>
    ofOneHalf.some(([, { touPeriod }]) => touPeriod !== null);
  const [te, tusd] = [ofHalf('te'), ofHalf('tusd')];
  if (hasPeriods(te) === hasPeriods(tusd)) return { counted: energy, repeated: [] };
  const repeated = hasPeriods(te) ? tusd : te;
  return { counted: energy.filter((line) => !repeated.includes(line)), repeated };
}

/** A quantity by time-of-use period, of the lines of a part of the tariff. */
function quantitiesOf(
  ofPart: readonly MeantLine[],
  total: (counted: readonly Counted[]) => number,
): NoteQuantities {
  return Object.fromEntries(
    TOU_PERIODS.flatMap((touPeriod) => {
      const counted = ofPart.flatMap(([{ quantity }, { side, touPeriod: ofLine }]) =>
        quantity !== null && (ofLine ?? 'outPoint') === touPeriod ? [{ quantity, side }] : [],
      );
      return counted.length === 0 ? [] : [[touPeriod, rounded(total(counted))]];
    }),
  );
}

const sizeOf = (amount: Cents): Cents => cents(Math.abs(amount));

function billedLines(lines: readonly MeantLine[], withheld: Cents): BilledLine[] {
  const outside = lines.flatMap(([{ label, code, amount, taxes }, { kind }]): BilledLine[] => {
    if (kind === null || amount === 0) return [];
    return [
      {
        label: label.slice(0, MAX_LABEL).trim() || `Item ${code}`,
        kind,
        value: { mode: 'amount', amount: sizeOf(amount) },
        isCredit: amount < 0,
        taxes: {
          icms: taxes.icms !== 0,
          pisCofins: [taxes.pis, taxes.cofins, taxes.cbs].some((tax) => tax !== 0),
        },
      },
    ];
  });
  if (withheld === 0) return outside;
  return [
    ...outside,
    {
      label: 'Retenção de tributos',
      kind: 'retention',
      value: { mode: 'amount', amount: withheld },
      isCredit: true,
      taxes: { icms: false, pisCofins: false },
    },
  ];
}

const TAXES = ['icms', 'pis', 'cofins', 'cbs', 'ibs'] as const satisfies readonly (keyof NoteTaxes)[];
const TAX_NAMES: Readonly<Record<keyof NoteTaxes, string>> = {
  icms: 'ICMS',
  pis: 'PIS',
  cofins: 'COFINS',
  cbs: 'CBS',
  ibs: 'IBS',
};
const vatOf = ({ cbs, ibs }: NoteTaxes): Cents => sumCents([cbs, ibs]);
const reaisText = (amount: number): string => formatReais(reais(cents(amount)));

function sumWarnings({ lines, totals }: ElectronicBill): string[] {
  const sum = sumCents(lines.map(({ amount }) => amount));
  const stated = totals.lines ?? cents(totals.note + totals.withheld);
  const ofTaxes = TAXES.flatMap((tax) => {
    const ofLines = sumCents(lines.map(({ taxes }) => taxes[tax]));
    return ofLines === totals.taxes[tax]
      ? []
      : [
          `${TAX_NAMES[tax]}: as linhas somam ${reaisText(ofLines)}, e o total da nota diz ${reaisText(totals.taxes[tax])}.`,
        ];
  });
  const ofLines =
    sum === stated
      ? []
      : [`As linhas somam ${reaisText(sum)}, e a nota diz ${reaisText(stated)}: confira antes de guardar.`];
  const isNet = stated - totals.withheld === totals.note;
  const ofNote = isNet
    ? []
    : [
        `O total de ${reaisText(totals.note)} não é o das linhas menos os tributos retidos: confira antes de guardar.`,
      ];
  return [...ofLines, ...ofTaxes, ...ofNote];
}

function vatWarnings(
  { due, issuedOn, totals }: ElectronicBill,
  added: Cents,
  periods: readonly VatPeriod[],
): string[] {
  const vat = vatOf(totals.taxes);
  if (added === 0) return [];
  if (added !== vat)
    return [
      `O total a pagar passa do total da nota em ${reaisText(added)}, e a CBS com o IBS são ${reaisText(vat)}: confira antes de guardar.`,
    ];
  const day = due ?? issuedOn;
  return day !== null && rulesOn(periods, day)?.effect === 'informed'
    ? ['A nota soma CBS e IBS ao total, e neste vencimento eles são só informados: confira o valor a pagar.']
    : [];
}

function halvesWarning({ counted, repeated }: EnergyLines): string[] {
  const kwhOf = (lines: readonly EnergyLine[]) =>
    rounded(lines.reduce((sum, [{ quantity }]) => sum + quantity, 0));
  const [byPeriod, again] = [kwhOf(counted.filter(([, { side }]) => side !== null)), kwhOf(repeated)];
  if (repeated.length === 0 || byPeriod === again) return [];
  const [te, tusd] = repeated.some(([, { side }]) => side === 'te') ? [again, byPeriod] : [byPeriod, again];
  return [
    `A TE soma ${formatNumber(te, 2)} kWh, e a TUSD ${formatNumber(tusd, 2)} kWh: usamos a que traz os postos. Confira o consumo.`,
  ];
}

function unknownWarning(meant: readonly MeantLine[]): string[] {
  const unknown = meant.filter(([, { kind }]) => kind === 'other');
  if (unknown.length === 0) return [];
  const names = unknown.map(([{ label, code }]) => `“${label || `item ${code}`}”`).join(', ');
  const texts = unknown.length === 1 ? `o que é ${names}: fica` : `o que são ${names}: ficam`;
  return [`Não sabemos ${texts} como “Outra”. Revise no formulário para escolher o tipo.`];
}

function otherWarnings(
  { isAuthorized, isAdjustment, replaces }: ElectronicBill,
  meant: readonly MeantLine[],
): string[] {
  const lacksEnergy = meant.some(([{ quantity }, { part }]) => part === 'energy' && quantity === null);
  return [
    ...unknownWarning(meant),
    ...(isAuthorized ? [] : ['O arquivo não traz a autorização da Secretaria da Fazenda (protocolo).']),
    ...(replaces === null ? [] : [`Esta nota substitui a de chave ${replaces}.`]),
    ...(isAdjustment ? ['Esta nota ajusta linhas de notas anteriores: o total é só dela.'] : []),
    ...(lacksEnergy ? ['Há linha de consumo sem os kWh: o consumo lido pode estar incompleto.'] : []),
  ];
}

/** Converts a note to a bill to enter, with warnings about contradictions. @param periods - the national rules of CBS and IBS */
export function enteredNote(bill: ElectronicBill, periods: readonly VatPeriod[]): EnteredNote {
  const { lines, totals } = bill;
  const meant = lines.map((line): MeantLine => [line, noteMeaning(line)]);
  const energy = energyLines(meant);
  const total = totals.document ?? totals.note;
  const added = cents(total - totals.note);
  const { icms, pis, cofins } = totals.taxes;
  const taxes = sumCents([icms, pis, cofins, ...(added === 0 ? [] : [vatOf(totals.taxes)])]);
  return {
    total,
    addsVat: added !== 0,
    consumed: quantitiesOf(energy.counted, energyOf),
    demand: quantitiesOf(
      meant.filter(([, { part }]) => part === 'demand'),
      sumOf,
    ),
    taxes: taxes < 0 ? null : taxes,
    lines: billedLines(meant, totals.withheld),
    meanings: meant.map(([, meaning]) => meaning),
    warnings: [
      ...sumWarnings(bill),
      ...vatWarnings(bill, added, periods),
      ...halvesWarning(energy),
      ...otherWarnings(bill, meant),
    ],
  };
}
