import type { CivilDate } from '../../base/time/civil-day.ts';
import { exactPrice, FREE, type Price } from '../../base/units/price.ts';
import {
  ELECTRIC_MODALITIES,
  type ElectricModality,
  type ElectricRules,
  type Subgroup,
} from '../tariffs/tariff-rules.ts';
import { TOU_PERIODS, type TouPeriod } from '../tou-windows/tou-periods.ts';
import { type Decided, timelineOf } from './aneel-assembly.ts';
import { type Positions, splitAneelLine } from './aneel-line.ts';
import {
  type AneelChoice,
  type AneelSubject,
  distributorKey,
  NOT_APPLICABLE,
  ROW_REFUSALS,
  readAneelSubject,
} from './aneel-row.ts';

/** Columns of 'componentes-tarifarias-<year>.csv' (dadosabertos.aneel.gov.br, ODbL): one part of a TUSD or TE a row. */
export const COMPONENT_COLUMNS = {
  resolution: { column: 'DscResolucaoHomologatoria', isOptional: true },
  agent: { column: 'SigNomeAgente', orColumn: 'SigAgente' },
  cnpj: { column: 'NumCPFCNPJ', isOptional: true },
  from: { column: 'DatInicioVigencia' },
  until: { column: 'DatFimVigencia' },
  base: { column: 'DscBaseTarifaria' },
  subgroup: { column: 'DscSubGrupoTarifario' },
  modality: { column: 'DscModalidadeTarifaria' },
  class: { column: 'DscClasseConsumidor' },
  subclass: { column: 'DscSubClasseConsumidor' },
  detail: { column: 'DscDetalheConsumidor' },
  touPeriod: { column: 'DscPostoTarifario' },
  unit: { column: 'DscUnidade' },
  otherAgent: { column: 'SigNomeAgenteAcessante', orColumn: 'SigAgenteAcessante', isOptional: true },
  component: { column: 'DscComponenteTarifario' },
  value: { column: 'VlrComponenteTarifario' },
} as const;
type ComponentColumn = keyof typeof COMPONENT_COLUMNS;

const FIO_B = 'TUSD_FioB';
/** Parts of Fio A (PRORET, Module 7.1); a distributor without one of the optional parts has no rows of it. */
const FIO_A = ['TUSD_RB', 'TUSD_FR'] as const;
const OPTIONAL_FIO_A = ['TUSD_CUSD', 'TUSD_CCT', 'TUSD_CCD'] as const;
/** Fees that GD III pays in full besides Fio B and 40 % of Fio A (Lei 14.300/2022, art. 27, § 1). */
const FEES = ['TUSD_TFSEE', 'TUSD_PeD'] as const;
const WANTED: ReadonlySet<string> = new Set([FIO_B, ...FIO_A, ...OPTIONAL_FIO_A, ...FEES]);

/** Reasons for which a row of the file of components is refused, with explanations for the operator. */
export const COMPONENT_REFUSALS = {
  component: 'Outra parte da tarifa: só o Fio B, o Fio A e os encargos da GD III têm uso aqui.',
  ...ROW_REFUSALS,
  demand: 'Parte da demanda, que a geração não compensa.',
  'ambiguous-value': 'O valor tem um ponto que pode ser de milhar ou decimal.',
  'no-fio-b': 'Falta o Fio B de um posto desta tarifa.',
} as const;
export type ComponentRefusal = keyof typeof COMPONENT_REFUSALS;

type ByPeriod = Readonly<Record<TouPeriod, Price>>;

/** The charges on compensated energy in force from a day on, R$/kWh before taxes. */
export interface ComponentVersion {
  readonly validFrom: CivilDate;
  readonly validUntil: CivilDate;
  readonly fioB: ByPeriod;
  /** Null if the file lacks a part of it. */
  readonly gd3: ByPeriod | null;
}

/** Components of a tariff with their versions, oldest first; at least one. */
export interface AneelComponents extends Pick<AneelSubject, 'cnpj' | 'distributor' | 'class' | 'subclass'> {
  readonly distributorKey: string;
  readonly subgroup: Subgroup;
  readonly modality: ElectricModality;
  readonly versions: readonly ComponentVersion[];
}

/** The result of a file: `rows` is `takenRows` plus all rows in `refusals`. */
interface ComponentReading {
  readonly components: readonly AneelComponents[];
  readonly rows: number;
  readonly takenRows: number;
  readonly refusals: Readonly<Partial<Record<ComponentRefusal, number>>>;
}

const VALUE = /^(-?)(\d{1,7}|\d{1,3}(?:\.\d{3})+(?=,)|(?=,))(?:[.,](\d{1,30}))?$/;
const AMBIGUOUS = /^-?[1-9]\d{0,2}\.\d{3}$/;
/** Decimals of a price in R$/kWh that remain of a value in R$/MWh. */
const DECIMALS = 7;

/** Parses '441,478264', '214.53560037400001', '1.234,5' or ',75' R$/MWh to R$/kWh, rounded half up to 1e-10. */
function readValue(text: string): Price | 'bad-price' | 'ambiguous-value' {
  if (AMBIGUOUS.test(text)) return 'ambiguous-value';
  const [, sign, whole, decimals = ''] = VALUE.exec(text) ?? [];
  if (whole === undefined) return 'bad-price';
  const digits = `${whole.replaceAll('.', '')}${decimals.slice(0, DECIMALS).padEnd(DECIMALS, '0')}`;
  const size = BigInt(digits) + ((decimals[DECIMALS] ?? '0') >= '5' ? 1n : 0n);
  return exactPrice(sign === '-' ? -size : size);
}

interface Draft extends Decided {
  /** Prices by component and time-of-use period. */
  readonly prices: Map<string, Price>;
  rows: number;
  isContradictory: boolean;
  /** Whether a part of GD III has a value that cannot be read: its sum is unknown. */
  isUnreadable: boolean;
}

interface Sheaf {
  readonly subject: AneelSubject;
  readonly drafts: Map<string, Draft>;
}

/** Fio B and the charge of GD III of a decision; null if Fio B is incomplete. */
function chargesOf({ prices, isUnreadable }: Draft, modality: ElectricModality) {
  const { touPeriods } = ELECTRIC_MODALITIES[modality];
  const priceOf = (component: string, touPeriod: TouPeriod): Price | undefined =>
    prices.get(`${component} ${touPeriod}`);
  // A modality prices only some periods; the others get the off-peak price, which is not used.
  const byPeriod = (of: (touPeriod: TouPeriod) => Price | null): ByPeriod | null => {
    const [inPoint, interPoint, outPoint] = TOU_PERIODS.map((period) =>
      of(touPeriods.includes(period) ? period : 'outPoint'),
    );
    return inPoint == null || interPoint == null || outPoint == null
      ? null
      : { inPoint, interPoint, outPoint };
  };
  const fioB = byPeriod((period) => priceOf(FIO_B, period) ?? null);
  const gd3 = byPeriod((period) => {
    const [main, fees] = [FIO_A, [FIO_B, ...FEES]].map((names) => names.map((name) => priceOf(name, period)));
    if (main === undefined || fees === undefined || [...main, ...fees].includes(undefined)) return null;
    const optional = OPTIONAL_FIO_A.map((name) => priceOf(name, period));
    const sum = (parts: readonly (Price | undefined)[]) =>
      parts.reduce<bigint>((all, part) => all + (part ?? FREE), 0n);
    return exactPrice(sum(fees) + (sum([...main, ...optional]) * 2n) / 5n);
  });
  return fioB === null ? null : { fioB, gd3: isUnreadable ? null : gd3 };
}

/** Creates a reader that parses the file row by row and keeps only the parts that compensated energy pays. */
export function createComponentReader(
  header: { readonly positions: Positions<ComponentColumn>; readonly columns: number },
  choice: AneelChoice,
): { row(line: string): void; finish(): ComponentReading } {
  const sheaves = new Map<string, Sheaf>();
  const counts: Partial<Record<ComponentRefusal, number>> = {};
  let rows = 0;
  let takenRows = 0;
  const refuse = (reason: ComponentRefusal, number = 1): void => {
    if (number > 0) counts[reason] = (counts[reason] ?? 0) + number;
  };
  const draftOf = (subject: AneelSubject): Draft => {
    const { from, until, resolution } = subject;
    const { distributor, cnpj, subgroup, modality } = subject;
    const key = `${distributorKey(cnpj, distributor)};${subgroup};${modality};${subject.class};${subject.subclass}`;
    const sheaf = sheaves.get(key) ?? { subject, drafts: new Map<string, Draft>() };
    sheaves.set(key, sheaf);
    const id = `${from};${until};${resolution}`;
    const flags = { isContradictory: false, isUnreadable: false };
    const fresh = { from, until, resolution, prices: new Map(), rows: 0, ...flags };
    const draft = sheaf.drafts.get(id) ?? fresh;
    sheaf.drafts.set(id, draft);
    return draft;
  };
  const take = (line: string): ComponentRefusal | null => {
    const fields = splitAneelLine(line);
    if (fields.length !== header.columns) return 'field-count';
    const field = (name: ComponentColumn): string => fields[header.positions[name]] ?? '';
    if (!WANTED.has(field('component'))) return 'component';
    const subject = readAneelSubject(field, choice, [NOT_APPLICABLE, 'SCEE']);
    if (typeof subject === 'string') return subject;
    if (subject.measure === 'demand') return 'demand';
    const price = readValue(field('value'));
    const draft = draftOf(subject);
    if (typeof price === 'string') {
      draft.isUnreadable ||= field('component') !== FIO_B;
      return price;
    }
    const key = `${field('component')} ${subject.touPeriod}`;
    const before = draft.prices.get(key);
    if (before === price) return 'repeated';
    draft.isContradictory ||= before !== undefined;
    draft.prices.set(key, price);
    draft.rows += 1;
    return null;
  };
  const versionsOf = ({ subject, drafts }: Sheaf): ComponentVersion[] => {
    const sound = [...drafts.values()].flatMap((draft) => {
      const charges = draft.isContradictory ? null : chargesOf(draft, subject.modality);
      if (charges === null) refuse(draft.isContradictory ? 'contradictory' : 'no-fio-b', draft.rows);
      return charges === null ? [] : [{ ...draft, charges }];
    });
    const intervals = timelineOf(sound);
    const holding = new Set(intervals.map(({ decided }) => decided));
    for (const draft of sound) {
      if (holding.has(draft)) takenRows += draft.rows;
      else refuse('replaced', draft.rows);
    }
    return intervals.map(({ validFrom, decided: { until, charges } }) => ({
      validFrom,
      validUntil: until,
      ...charges,
    }));
  };
  return {
    row(line) {
      if (line.trim() === '') return;
      rows += 1;
      const refusal = take(line);
      if (refusal !== null) refuse(refusal);
    },
    finish() {
      const components = [...sheaves.values()].flatMap((sheaf) => {
        const { distributor, cnpj, subgroup, modality } = sheaf.subject;
        const about = { distributor, cnpj, subgroup, modality };
        const { class: main, subclass } = sheaf.subject;
        const versions = versionsOf(sheaf);
        const key = distributorKey(cnpj, distributor);
        return versions.length === 0
          ? []
          : [{ ...about, class: main, subclass, distributorKey: key, versions }];
      });
      return { components, rows, takenRows, refusals: counts };
    },
  };
}

/** The effect of components on the rules of a tariff's version. */
export type ComponentFill =
  | { readonly effect: 'filled'; readonly rules: ElectricRules }
  | { readonly effect: 'unchanged' | 'conflict' };

const isSame = (one: ByPeriod | null, other: ByPeriod | null): boolean =>
  one === other ||
  (one !== null && other !== null && TOU_PERIODS.every((period) => one[period] === other[period]));

/** Adds charges to rules that lack them. Stored charges stay: if the file differs from them, it is a conflict. */
export function fillComponents(
  rules: ElectricRules,
  { fioB, gd3 }: Pick<ComponentVersion, 'fioB' | 'gd3'>,
): ComponentFill {
  const isConflict =
    (rules.fioB !== null && !isSame(rules.fioB, fioB)) ||
    (rules.gd3 !== null && gd3 !== null && !isSame(rules.gd3, gd3));
  if (isConflict) return { effect: 'conflict' };
  const filled = { ...rules, fioB, gd3: gd3 ?? rules.gd3 };
  const isFilled = rules.fioB === null || (rules.gd3 === null && gd3 !== null);
  return isFilled ? { effect: 'filled', rules: filled } : { effect: 'unchanged' };
}
