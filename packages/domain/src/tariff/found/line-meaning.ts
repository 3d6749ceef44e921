import type { Post } from '../posts/posts.ts';
import type { OwnLineKind } from '../terms/own-line.ts';

/** What the tariff charges or gives back by a line, or that it is one of the customer's own. */
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
  | 'tax'
  | 'water'
  | 'cosip'
  | 'own';

/** What the words of a line say. */
export interface LineMeaning {
  readonly part: LinePart;
  readonly post: Post | null;
  /** Which half of the price of energy; null for both, or for what has no halves. */
  readonly side: 'tusd' | 'te' | null;
  /** Of a line of one's own. */
  readonly kind: OwnLineKind;
}

/** Discounts on the tariff, as they are given back: not what was consumed at a lower price, nor the subsidy of a source. */
const BENEFIT =
  /^(BENEFICIO|DESCONTO|CREDITO)\b.*TARIF|^(BENEFICIO|DESCONTO|SUBSIDIO|CREDITO)\b.*(SOCIAL|BAIXA RENDA|RURAL|IRRIG|AQUIC|SANEAM|ESGOTO)/;

/** In this order: a fine on public lighting is a fine, and energy given back is no consumption. */
const OWN: readonly (readonly [RegExp, OwnLineKind])[] = [
  [/MULTA|JUROS|\bMORA\b|MONETARIA/, 'fine'],
  [/RETENCAO|RETIDO/, 'retention'],
  [/DEVOL|BONUS|ESTORNO|RESTITUI/, 'refund'],
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
  [/^(PIS|COFINS)/, 'tax'],
  [/INJETAD|COMPENSAD/, 'compensation'],
  [/^(ADICIONAL )?(DE )?BANDEIRA/, 'flag'],
  [/REATIV|\bUFER\b|\bUFDR\b|\bERE\b|\bDRE\b/, 'reactive'],
  [/ULTRAPASSAGEM/, 'overrun'],
  [/DEMANDA.*(NAO (UTILIZ|CONSUM)|ISENTA|SEM ICMS)/, 'unused-demand'],
  [/DEMANDA/, 'demand'],
  [/TARIFA FIXA|\bAGUA\b|\bM3\b|\bM³/, 'water'],
  [/CONSUMO|ENERGIA|USO DO SISTEMA|\bTUSD\b|\bTE\b/, 'energy'],
];

function plain(label: string): string {
  return label
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toUpperCase();
}

function postOf(words: string): Post | null {
  if (/INTERMED/.test(words)) return 'interPoint';
  if (/FORA|\bFP\b|F\. ?PONTA/.test(words)) return 'outPoint';
  return /PONTA|\bP\b/.test(words) ? 'inPoint' : null;
}

function sideOf(words: string): LineMeaning['side'] {
  const isTusd = /\bTUSD\b|USO DO SISTEMA/.test(words);
  const isTe = /\bTE\b/.test(words);
  if (isTusd === isTe) return null;
  return isTusd ? 'tusd' : 'te';
}

/** What a line of a bill is, by its words. What no words are known for is a line of one's own. */
export function meaningOf(label: string): LineMeaning {
  const words = plain(label);
  if (BENEFIT.test(words))
    return { part: 'benefit', post: postOf(words), side: sideOf(words), kind: 'refund' };
  const own = OWN.find(([pattern]) => pattern.test(words));
  const part = own === undefined ? PARTS.find(([pattern]) => pattern.test(words))?.[1] : undefined;
  return { part: part ?? 'own', post: postOf(words), side: sideOf(words), kind: own?.[1] ?? 'other' };
}
