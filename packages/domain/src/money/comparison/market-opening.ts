import { addDays, type CivilDate, civilDate } from '../../base/time/civil-day.ts';
import type { Subgroup } from '../../sites/tariffs/tariff-rules.ts';

/** A condition on which the law opens the market, in Portuguese, with its source. */
interface LegalCondition {
  readonly text: string;
  readonly source: string;
}

interface OpeningDates {
  /** The latest day by the law. */
  readonly by: CivilDate;
  /** The day by which the distributor has to know, to leave on that day; by a proposal, not by law. */
  readonly noticeBy: CivilDate;
}

/** When low voltage may choose its supplier, and on which conditions; in B3 these are the dates of industry and commerce. */
export interface MarketOpening extends OpeningDates {
  /** Dates of B3 without industry and commerce, such as public bodies and services; null in other subgroups. */
  readonly others: OpeningDates | null;
  readonly conditions: readonly LegalCondition[];
}

const LAW = 'Lei 15.269/2025';

/**
 * 24 months for industry and commerce, which are a part of B3, and 36 months for all others, counted from the publication of Lei
 * 15.269 on 25 November 2025.
 */
const INDUSTRY_AND_COMMERCE = civilDate('2027-11-25');
const ALL_OTHERS = civilDate('2028-11-25');

/** Notice to the distributor in the proposal of MME's public consultation 196/2025. */
const NOTICE_DAYS = 180;

const CONDITIONS: readonly LegalCondition[] = [
  { text: 'Plano de comunicação para os consumidores.', source: LAW },
  { text: 'Tarifas separadas para quem fica na distribuidora e para quem sai.', source: LAW },
  { text: 'Supridor de última instância (SUI), para quem ficar sem fornecedor.', source: LAW },
  { text: 'Regulação da ANEEL, ainda não publicada: as datas podem mudar.', source: 'a confirmar' },
  { text: 'Sem desconto na TUSD para quem migra depois da lei.', source: LAW },
  {
    text: 'Aviso à distribuidora 180 dias antes, e toda a carga com um só fornecedor.',
    source: 'proposta da Consulta Pública MME 196/2025, não é lei',
  },
];

const datesOf = (by: CivilDate): OpeningDates => ({ by, noticeBy: addDays(by, -NOTICE_DAYS) });

/** The opening of the market for a subgroup; null for group A, which may choose its supplier already. */
export function marketOpening(subgroup: Subgroup): MarketOpening | null {
  if (subgroup.startsWith('A')) return null;
  const others = datesOf(ALL_OTHERS);
  return subgroup === 'B3'
    ? { ...datesOf(INDUSTRY_AND_COMMERCE), others, conditions: CONDITIONS }
    : { ...others, others: null, conditions: CONDITIONS };
}

/** Mean consumption from which Tarifa Branca may become the rule (ANEEL, public consultation 46/2025, undecided), kWh a month. */
const BRANCA_RULE_KWH = 1000;

/** Subgroups that the proposal concerns; consumers with the social tariff are excepted. */
const BRANCA_SUBGROUPS: ReadonlySet<Subgroup> = new Set(['B1', 'B2', 'B3']);

/** Whether Tarifa Branca may become the rule for a consumer. @param monthlyKwh - mean consumption of a cycle */
export function mayBrancaBecomeRule(subgroup: Subgroup, monthlyKwh: number): boolean {
  return BRANCA_SUBGROUPS.has(subgroup) && monthlyKwh >= BRANCA_RULE_KWH;
}
