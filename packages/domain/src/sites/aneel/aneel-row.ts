import { type CivilDate, isCivilDate } from '../../base/time/civil-day.ts';
import type { Price } from '../../base/units/price.ts';
import {
  ELECTRIC_MODALITIES,
  type ElectricModality,
  electricModalities,
  isOfferedTo,
  SUBGROUPS,
  type Subgroup,
} from '../tariffs/tariff-rules.ts';
import type { TouPeriod } from '../tou-windows/tou-periods.ts';
import { type Positions, readAneelPrice, splitAneelLine } from './aneel-line.ts';

/** Reasons for which a row of ANEEL's tariff file is refused, with explanations for the operator. */
export const ROW_REFUSALS = {
  'field-count': 'O número de campos não é o do cabeçalho.',
  'economic-base': 'Base econômica: não é a tarifa que o consumidor paga.',
  detail: 'Detalhe próprio (APE, SCEE e outros): não é a tarifa do consumo comum.',
  'other-agent': 'Tarifa entre agentes do setor.',
  distributor: 'Distribuidora que não foi escolhida.',
  'bad-date': 'Vigência com data inválida.',
  ended: 'Vigência encerrada antes da data escolhida.',
  modality: 'Modalidade sem uso aqui (geração, distribuição, pré-pagamento e outras).',
  subgroup: 'Modalidade que não existe no subgrupo, ou subgrupo desconhecido.',
  unit: 'Unidade diferente de MWh e kW.',
  touPeriod: 'Posto tarifário que a modalidade não tem.',
  'bad-price': 'TUSD ou TE não é um número.',
  repeated: 'Linha repetida.',
  contradictory: 'A mesma resolução traz preços diferentes para o mesmo posto.',
  incomplete: 'Falta um posto ou a demanda desta tarifa.',
  'no-price': 'Tarifa com TUSD e TE zeradas.',
  replaced: 'Substituída por outra resolução ou por vigência mais específica.',
} as const;

export type RowRefusal = keyof typeof ROW_REFUSALS;

/** Number of refused rows by reason; a reason without rows is absent. */
export type RowRefusals = Readonly<Partial<Record<RowRefusal, number>>>;

interface RefusalCounter {
  readonly counts: RowRefusals;
  add(reason: RowRefusal, rows?: number): void;
}

export function createRefusalCounter(): RefusalCounter {
  const counts: Partial<Record<RowRefusal, number>> = {};
  return {
    counts,
    add(reason, rows = 1) {
      counts[reason] = (counts[reason] ?? 0) + rows;
    },
  };
}

/** Columns of 'tarifas-homologadas-distribuidoras-energia-eletrica.csv' (dadosabertos.aneel.gov.br, ODbL). */
export const TARIFF_COLUMNS = {
  resolution: { column: 'DscREH', isOptional: true },
  agent: { column: 'SigAgente' },
  cnpj: { column: 'NumCNPJDistribuidora', isOptional: true },
  from: { column: 'DatInicioVigencia' },
  until: { column: 'DatFimVigencia' },
  base: { column: 'DscBaseTarifaria' },
  subgroup: { column: 'DscSubGrupo' },
  modality: { column: 'DscModalidadeTarifaria' },
  class: { column: 'DscClasse' },
  subclass: { column: 'DscSubClasse' },
  detail: { column: 'DscDetalhe' },
  touPeriod: { column: 'NomPostoTarifario' },
  unit: { column: 'DscUnidadeTerciaria' },
  otherAgent: { column: 'SigAgenteAcessante', isOptional: true },
  tusd: { column: 'VlrTUSD' },
  te: { column: 'VlrTE' },
} as const;
export type TariffColumn = keyof typeof TARIFF_COLUMNS;

/** The part of the file to import. */
export interface AneelChoice {
  /** Validities that ended before this day are left out; null: none is. */
  readonly since: CivilDate | null;
  /** Keys of distributors to import (`distributorKey`); null: all. */
  readonly distributors: ReadonlySet<string> | null;
}

/** A row of ANEEL's tariff file: one price of a tariff. */
export interface AneelRow {
  readonly distributor: string;
  /** 14 characters; empty if the file states none. */
  readonly cnpj: string;
  readonly resolution: string;
  readonly from: CivilDate;
  readonly until: CivilDate;
  readonly subgroup: Subgroup;
  readonly modality: ElectricModality;
  readonly class: string;
  readonly subclass: string;
  readonly touPeriod: TouPeriod;
  /** Prices of energy are in R$/kWh, prices of demand in R$/kW. */
  readonly measure: 'energy' | 'demand';
  readonly tusd: Price;
  readonly te: Price;
}

/** ANEEL's text for 'not applicable', which it also uses for unspecified values. */
export const NOT_APPLICABLE = 'Não se aplica';

const MODALITIES: ReadonlyMap<string, ElectricModality> = new Map(
  electricModalities.map((modality) => [ELECTRIC_MODALITIES[modality].label, modality]),
);
const TOU_PERIODS: Readonly<Record<string, TouPeriod>> = {
  Ponta: 'inPoint',
  Intermediário: 'interPoint',
  'Fora ponta': 'outPoint',
};
const UNITS: Readonly<Record<string, AneelRow['measure']>> = {
  MWh: 'energy',
  'R$/MWh': 'energy',
  kW: 'demand',
  'R$/kW': 'demand',
};

/** The prices that a complete tariff of a modality has. */
export function partsOf(modality: ElectricModality): readonly `${AneelRow['measure']} ${TouPeriod}`[] {
  const { touPeriods, demandTouPeriods } = ELECTRIC_MODALITIES[modality];
  return [
    ...touPeriods.map((touPeriod) => `energy ${touPeriod}` as const),
    ...demandTouPeriods.map((touPeriod) => `demand ${touPeriod}` as const),
  ];
}

const isSubgroup = (text: string): text is Subgroup => (SUBGROUPS as readonly string[]).includes(text);

/** The time-of-use period of a price, `outPoint` if one price applies to all hours; undefined for an unknown name. */
function touPeriodOf(
  name: string,
  modality: ElectricModality,
  measure: AneelRow['measure'],
): TouPeriod | undefined {
  const { touPeriods, demandTouPeriods } = ELECTRIC_MODALITIES[modality];
  if ((measure === 'energy' ? touPeriods : demandTouPeriods).length === 1)
    return name === NOT_APPLICABLE ? 'outPoint' : undefined;
  return TOU_PERIODS[name];
}

/** Key of a distributor: its CNPJ, or its name if the file has no CNPJ. */
export function distributorKey(cnpj: string, name: string): string {
  return cnpj === '' ? name.toUpperCase() : cnpj;
}

/** Identity of a row: distributor, validity, subgroup, modality, class, time-of-use period and unit. */
export type AneelSubject = Omit<AneelRow, 'tusd' | 'te'>;

/** A parsed row of the file, or the reason why it is refused. @param columns - number of columns in the header */
export function readAneelRow(
  line: string,
  at: Positions<TariffColumn>,
  columns: number,
  choice: AneelChoice,
): AneelRow | RowRefusal {
  const fields = splitAneelLine(line);
  if (fields.length !== columns) return 'field-count';
  const field = (name: TariffColumn): string => fields[at[name]] ?? '';
  const subject = readAneelSubject(field, choice);
  if (typeof subject === 'string') return subject;
  const tusd = readAneelPrice(field('tusd'), subject.measure === 'energy');
  const te = readAneelPrice(field('te'), subject.measure === 'energy');
  return tusd === null || te === null ? 'bad-price' : { ...subject, tusd, te };
}

type SubjectColumn = Exclude<TariffColumn, 'tusd' | 'te'>;

/** Identity of a row, or the reason why the row is refused; of any file that has these columns. */
export function readAneelSubject(
  field: (name: SubjectColumn) => string,
  choice: AneelChoice,
  details: readonly string[] = [NOT_APPLICABLE],
): AneelSubject | RowRefusal {
  if (field('base') !== 'Tarifa de Aplicação') return 'economic-base';
  if (!details.includes(field('detail'))) return 'detail';
  if (![NOT_APPLICABLE, ''].includes(field('otherAgent'))) return 'other-agent';
  const distributor = field('agent');
  const cnpj = field('cnpj').replace(/\W/g, '');
  if (choice.distributors !== null && !choice.distributors.has(distributorKey(cnpj, distributor)))
    return 'distributor';
  const [from, until, subgroup] = [field('from'), field('until'), field('subgroup')];
  if (!isCivilDate(from) || !isCivilDate(until) || until < from || distributor === '') return 'bad-date';
  if (choice.since !== null && until < choice.since) return 'ended';
  const modality = MODALITIES.get(field('modality'));
  if (modality === undefined) return 'modality';
  if (!isSubgroup(subgroup) || !isOfferedTo(subgroup, modality)) return 'subgroup';
  const measure = UNITS[field('unit')];
  if (measure === undefined) return 'unit';
  const touPeriod = touPeriodOf(field('touPeriod'), modality, measure);
  if (touPeriod === undefined || !partsOf(modality).includes(`${measure} ${touPeriod}`)) return 'touPeriod';
  const about = { resolution: field('resolution'), class: field('class'), subclass: field('subclass') };
  return { distributor, cnpj, from, until, subgroup, modality, ...about, touPeriod, measure };
}
