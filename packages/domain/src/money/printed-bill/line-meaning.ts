import { withoutMarks } from '../../base/text/without-marks.ts';
import type { BenefitKind } from '../../sites/tariffs/benefit.ts';
import type { IcmsTreatment } from '../../sites/tariffs/line-taxes.ts';
import type { OwnLineKind } from '../../sites/tariffs/own-line.ts';
import type { TouPeriod } from '../../sites/tou-windows/tou-periods.ts';

/** The part of a bill to which a line belongs; `own` for an own line. */
export type LinePart =
  | 'energy'
  | 'demand'
  | 'unused-demand'
  | 'overrun'
  | 'reactive'
  | 'flag'
  | 'incentive'
  | 'benefit'
  | 'compensation'
  | 'minimum'
  | 'tax'
  | 'water'
  | 'cosip'
  | 'supplier'
  | 'own';

/** The discount of an energy line, and the step to which it applies. */
export interface Reduction {
  readonly kind: BenefitKind;
  /** Upper limit of the step in kWh of the cycle; null without a limit. */
  readonly upTo: number | null;
}

/** The meaning of a line's label. */
export interface LineMeaning {
  readonly part: LinePart;
  readonly touPeriod: TouPeriod | null;
  /** Half of the energy price; null for both halves, and for lines without halves. */
  readonly side: 'tusd' | 'te' | null;
  /** Kind of an own line. */
  readonly kind: OwnLineKind;
  /** Discount that the label of an energy line states; null at the full price. */
  readonly reduced: Reduction | null;
  /** Reason why there is no ICMS, if the label states it. */
  readonly icms: NoIcms | null;
}

/** The ways in which no ICMS is charged. */
export type NoIcms = Exclude<IcmsTreatment, 'charged'>;

/** Substitution comes first, because its texts also mention a rate of zero. */
const NO_ICMS: readonly (readonly [RegExp, NoIcms])[] = [
  [
    /SUBST(ITUICAO|ITUIDO)?\b\.?[ -]*(TRIB|ICMS)|ICMS[ -]*(POR )?(ST|SUBST)\b|ICMS[ -]*(POR )?SUBSTITUI/,
    'substituted',
  ],
  [/ICMS[ -]*(ZERO|ZERADO|A? ?0(,0+)? ?%)|(ALIQUOTA|ALIQ\.?) (ZERO|0(,0+)? ?%)( DE| DO)? ICMS/, 'zero'],
  [/SEM ICMS|ICMS[ -]*ISENT|ISENT[AO] (DE|DO) ICMS|ISENCAO (DE|DO) ICMS/, 'exempt'],
];

/** Reason why no ICMS is charged, by a text on the bill. */
export function noIcmsOf(text: string): NoIcms | null {
  const texts = plain(text);
  return NO_ICMS.find(([pattern]) => pattern.test(texts))?.[1] ?? null;
}

/** Refunded tariff discounts, other than consumption at a lower price and incentives of a source. */
const BENEFIT =
  /^(BENEFICIO|DESCONTO|CREDITO)\b.*TARIF|^(BENEFICIO|DESCONTO|SUBSIDIO|CREDITO)\b.*(SOCIAL|BAIXA RENDA|RURAL|IRRIG|AQUIC|SANEAM|ESGOTO)/;

/** The first match counts: a fine on public lighting is a fine, and refunded energy is no consumption. */
const OWN: readonly (readonly [RegExp, OwnLineKind])[] = [
  [/MULTA|JUROS|\bMORA\b|MONETARIA/, 'fine'],
  [/RETENCAO|RETIDO/, 'retention'],
  [/DEVOL|BONUS|ESTORNO|RESTITUI|ITAIPU/, 'refund'],
  [/COVID|CONTA ESCASSEZ/, 'charge'],
  [/\b(DIC|FIC|DMIC|DICRI)\b|COMPENSACAO POR INTERRUP/, 'interruption'],
  [/PARCELA/, 'instalment'],
  [/DOACAO/, 'donation'],
  [/DEBITOS? APCEI|SUBSIDIO/, 'other'],
  [/MERCADO LIVRE|COMERCIALIZ|\bACL\b/, 'supplier'],
  [/CCEE/, 'ccee'],
];

const PARTS: readonly (readonly [RegExp, LinePart])[] = [
  [/APCEI/, 'incentive'],
  [/COSIP|\bCIP\b|ILUM(INACAO)?\.? PUB/, 'cosip'],
  [/^(PIS|COFINS|CBS\b|IBS\b)/, 'tax'],
  [/INJETAD|COMPENSAD|\bINJ\b|\bCOMP\. |CREDITO DE ENERGIA/, 'compensation'],
  [/^(AD(IC(IONAL)?)?\.? |ACRESC(IMO)?\.? )?(DE |DA )?(BANDEIRA|BAND\b|BD\b|B\. (VERDE|AMAR|VERM))/, 'flag'],
  [/DISPONIBILIDADE/, 'minimum'],
  [/REATIV|\bUFER\b|\bUFDR\b|\bERE\b|\bDRE\b/, 'reactive'],
  [/ULTRAPASSAGEM/, 'overrun'],
  [/DEMANDA.*(NAO (UTILIZ|CONSUM)|ISENTA|SEM ICMS)/, 'unused-demand'],
  [/DEMANDA/, 'demand'],
  [/TARIFA FIXA|\bAGUA\b|\bM3\b|\bM³/, 'water'],
  [/CONSUMO|ENERGIA|ENERG\b|\bEN\. ?ATIVA|USO DO SISTEMA|USO SIST|\bTUSD\b|\bTE\b/, 'energy'],
];

/** Labels of reactive lines that charge demand, not energy. */
const REACTIVE_DEMAND = /^(?!ENERG).*\bDEM(?!AIS)|ULTRAPASSAGEM|\bUFDR\b|\bDRE\b/;

function plain(label: string): string {
  return withoutMarks(label).toUpperCase();
}

function touPeriodOf(texts: string): TouPeriod | null {
  if (/INTERMED/.test(texts)) return 'interPoint';
  if (/FORA|\bFP\b|F\. ?PONTA/.test(texts)) return 'outPoint';
  return /PONTA|\bP\b/.test(texts) ? 'inPoint' : null;
}

function sideOf(texts: string): LineMeaning['side'] {
  const isTusd = /\bTUSD\b|USO DO SISTEMA|USO SIST/.test(texts);
  const isTe = /\bTE\b/.test(texts);
  if (isTusd === isTe) return null;
  return isTusd ? 'tusd' : 'te';
}

/** Energy at a lower price, by the entitled customer or by reserved hours. */
const REDUCED: readonly (readonly [RegExp, BenefitKind])[] = [
  [/SOCIAL|BAIXA RENDA/, 'social'],
  [/RURAL/, 'rural'],
  [/IRRIG|RESERVAD/, 'irrigation'],
  [/AQUI?[CU]/, 'aquaculture'],
  [/SANEAM|ESGOTO/, 'sanitation'],
];
/** 'até 30 kWh', '31 a 100 kWh'; dates do not match. */
const STEP = /(?:ATE|\d+ ?A) ?(\d[\d.]*)(?![\d./])/;

/**
 * The discount in the label of an energy line. Only the social tariff has steps, so a step without another name belongs to it.
 */
function reductionOf(texts: string): Reduction | null {
  const limit = STEP.exec(texts)?.[1]?.replaceAll('.', '');
  const kind = REDUCED.find(([pattern]) => pattern.test(texts))?.[1];
  if (kind === undefined && limit === undefined) return null;
  return { kind: kind ?? 'social', upTo: limit === undefined ? null : Number(limit) };
}

/** Whether a line of the part `reactive` charges demand. */
export const isReactiveDemand = (label: string): boolean => REACTIVE_DEMAND.test(plain(label));

/** The meaning of a bill line by its label. A line with an unknown label is an own line. */
export function meaningOf(label: string): LineMeaning {
  const texts = plain(label);
  const common = { touPeriod: touPeriodOf(texts), side: sideOf(texts), icms: noIcmsOf(label), reduced: null };
  if (BENEFIT.test(texts)) return { ...common, part: 'benefit', kind: 'refund' };
  const own = OWN.find(([pattern]) => pattern.test(texts));
  const part = own === undefined ? PARTS.find(([pattern]) => pattern.test(texts))?.[1] : undefined;
  const reduced = part === 'energy' ? reductionOf(texts) : null;
  return { ...common, part: part ?? 'own', kind: own?.[1] ?? 'other', reduced };
}
