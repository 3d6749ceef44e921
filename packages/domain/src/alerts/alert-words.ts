import { type CivilDate, civilDateAt } from '../base/time/civil-day.ts';
import { QUARTER_MS } from '../base/time/quarter.ts';
import { DAY_MS, HOUR_MS, type Instant, instant, MINUTE_MS, type Zone } from '../base/time/zone.ts';
import {
  formatClock,
  formatCubicMetres,
  formatNumber,
  formatPercent,
  formatReais,
  formatShortDay,
  formatWeekdayDay,
} from '../base/units/format.ts';
import { type AlertKind, KINDS_OF_ALERT } from './alert-kinds.ts';
import { levelSentence, type ToldLevel } from './level-words.ts';

/** An alert as it is told, on a screen, in a letter or on a device. Instants are ISO 8601 texts, amounts in kW, L/h, m³ and R$. */
export interface ToldAlert {
  readonly kind: AlertKind;
  readonly establishment: { readonly name: string; readonly zone: string };
  readonly meters: readonly { readonly name: string }[];
  readonly beganAt: string;
  readonly endedAt: string | null;
  readonly undoneAt: string | null;
  /** R$; of one that is over what it cost. */
  readonly cost: number | null;
  readonly facts: {
    readonly demand: {
      readonly contracted: number;
      readonly expected: number | null;
      readonly reduceBy: number | null;
      readonly highest: number;
      readonly at: string;
    } | null;
    readonly leak: {
      readonly since: string;
      readonly flow: number;
      readonly perDay: number;
      readonly lost: number;
      readonly costPerDay: number | null;
      readonly cost: number | null;
    } | null;
    readonly level: ToldLevel | null;
    /** The name of the rule, of one's own. */
    readonly rule: string | null;
  };
}

/** What a kind of alert is called where it is chosen. */
export const ALERT_KIND_WORDS: Readonly<Record<AlertKind, string>> = {
  silent: 'Medidor sem mensagem',
  leak: 'Possível vazamento',
  'night-use': 'Consumo com o local fechado',
  'cycle-budget': 'Ciclo acima do orçamento',
  'cycle-year': 'Ciclo acima do ano passado',
  'demand-heading': 'Demanda a caminho do limite',
  'demand-overrun': 'Ultrapassagem de demanda',
  reactive: 'Excedente reativo',
  'power-factor': 'Fator de potência baixo',
  voltage: 'Tensão fora do limite',
  phase: 'Falta ou desequilíbrio de fase',
  generation: 'Geração abaixo do esperado',
  clock: 'Relógio da placa errado',
  completeness: 'Medições incompletas',
  'bill-wrong': 'Conta que não confere',
  'contract-ends': 'Contrato perto do fim',
  'credits-expire': 'Créditos perto de vencer',
  own: 'Regra própria',
};

function momentOf(text: string): Instant {
  return instant(Date.parse(text));
}

function kilowattText(kw: number): string {
  return `${formatNumber(kw, kw < 10 ? 1 : 0)}\u00a0kW`;
}

/** 'hoje às 14:05', '22 nov, 14:05' before. */
export function momentText(at: Instant, now: Instant, zone: Zone): string {
  const day = civilDateAt(at, zone);
  const clock = formatClock(at, zone);
  return day === civilDateAt(now, zone) ? `hoje às ${clock}` : `${formatShortDay(day)}, ${clock}`;
}

/** 'menos de 1 min', '12 min', '3 h 20 min', '2 dias e 4 h'. */
export function durationText(ms: number): string {
  if (ms < MINUTE_MS) return 'menos de 1 min';
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS);
  const hours = Math.floor((ms % DAY_MS) / HOUR_MS);
  const days = Math.floor(ms / DAY_MS);
  if (days > 0) return `${days === 1 ? '1 dia' : `${days} dias`}${hours > 0 ? ` e ${hours} h` : ''}`;
  if (hours > 0) return `${hours} h${minutes > 0 ? ` ${minutes} min` : ''}`;
  return `${minutes} min`;
}

const SILENT_MANY = 'medidores sem mensagem';

function whoseOf({ kind, meters, establishment, facts }: ToldAlert): string {
  // A budget of a group names the group.
  if (kind === 'cycle-budget' && facts.level?.note) return facts.level.note;
  return KINDS_OF_ALERT[kind].isOfEstablishment
    ? establishment.name
    : meters.map(({ name }) => name).join(', ');
}

function ownTitle({ meters, establishment, facts: { rule } }: ToldAlert): string {
  const [only] = meters;
  const whose = meters.length === 1 && only !== undefined ? only.name : establishment.name;
  return `${rule ?? ALERT_KIND_WORDS.own}: ${whose}`;
}

/** In one line: what, and of which meter or establishment. */
export function alertTitle(alert: ToldAlert): string {
  const { kind, meters } = alert;
  if (kind === 'own') return ownTitle(alert);
  const whose = whoseOf(alert);
  if (kind === 'silent')
    return meters.length === 1 ? `Sem mensagem: ${whose}` : `${meters.length} ${SILENT_MANY}`;
  return `${ALERT_KIND_WORDS[kind]}: ${whose}`;
}

/** Whether there is still time to keep the running quarter-hour within the contract, by drawing less from now on. */
export function canBeAverted({ facts: { demand }, endedAt }: ToldAlert, now: Instant): boolean {
  if (demand === null || endedAt !== null || demand.expected === null || demand.reduceBy === null)
    return false;
  return now < Date.parse(demand.at) + QUARTER_MS && demand.reduceBy < demand.expected;
}

function headingText(alert: ToldAlert, now: Instant): string {
  const { demand } = alert.facts;
  if (demand === null) return '';
  const { contracted, reduceBy, highest, at } = demand;
  const contract = `com ${kilowattText(contracted)} contratados`;
  const ends = instant(Date.parse(at) + QUARTER_MS);
  const end = formatClock(ends, alert.establishment.zone as Zone);
  if (alert.endedAt !== null || now >= ends)
    return `O quarto de hora até ${end} caminhou para ${kilowattText(highest)}, ${contract}.`;
  const heading = `Este quarto de hora caminha para ${kilowattText(highest)}, ${contract}.`;
  return reduceBy !== null && canBeAverted(alert, now)
    ? `${heading} Reduza ${kilowattText(reduceBy)} até ${end} para ficar dentro do contrato.`
    : `${heading} Não há mais tempo de evitar: desligue o que puder até ${end}.`;
}

function overrunText({ facts, establishment }: ToldAlert, now: Instant): string {
  const { demand } = facts;
  if (demand === null) return '';
  const { contracted, highest, at } = demand;
  const when = momentText(momentOf(at), now, establishment.zone as Zone);
  return (
    `${kilowattText(highest)} no quarto de hora de ${when}: ${formatPercent(highest / contracted - 1)} acima dos ` +
    `${kilowattText(contracted)} contratados. Acima de 5%, a conta cobra todo o excedente.`
  );
}

function withCost(volume: number, cost: number | null): string {
  return cost === null ? formatCubicMetres(volume) : `${formatCubicMetres(volume)} (${formatReais(cost)})`;
}

function leakText({ facts, endedAt }: ToldAlert): string {
  const { leak } = facts;
  if (leak === null) return '';
  const { since, flow, lost, cost, perDay, costPerDay } = leak;
  const beyond = `${formatNumber(flow, flow < 10 ? 1 : 0)}\u00a0L/h além do normal`;
  if (endedAt !== null) return `A água corria ${beyond}. Perda estimada de ${withCost(lost, cost)}.`;
  return `Desde ${formatWeekdayDay(since as CivilDate)} a água não para: ${beyond}. Perda estimada de ${withCost(lost, cost)} até agora, ${withCost(perDay, costPerDay)} por dia.`;
}

function silentText({ meters, endedAt }: ToldAlert): string {
  const names = meters.length === 1 ? '' : `${meters.map(({ name }) => name).join(', ')}. `;
  return endedAt === null
    ? `${names}Confira se a placa está ligada e se o Wi-Fi do local funciona.`
    : names.trimEnd();
}

function levelOf({ kind, facts: { level }, establishment }: ToldAlert): string {
  return level === null ? '' : levelSentence(kind, level, establishment.zone as Zone);
}

const TEXTS: Partial<Record<AlertKind, (alert: ToldAlert, now: Instant) => string>> = {
  silent: silentText,
  leak: leakText,
  'demand-heading': headingText,
  'demand-overrun': overrunText,
};

/** What is to be known of an alert, and what can be done; nothing where the title says it all. */
export function alertText(alert: ToldAlert, now: Instant): string {
  return TEXTS[alert.kind]?.(alert, now) ?? levelOf(alert);
}

/** Since when it lasts, or how it ended. */
export function alertCourse(
  { beganAt, endedAt, undoneAt, establishment, cost }: ToldAlert,
  now: Instant,
): string {
  const zone = establishment.zone as Zone;
  const began = momentOf(beganAt);
  if (undoneAt !== null)
    return 'Desfeito: os dados ou o cadastro mudaram depois, e com eles isto não aconteceu';
  if (endedAt === null) return `Desde ${momentText(began, now, zone)}, há ${durationText(now - began)}`;
  const ended = momentOf(endedAt);
  const paid = cost === null ? '' : `, custou ${formatReais(cost)}`;
  return `Normalizou ${momentText(ended, now, zone)}, durou ${durationText(ended - began)}${paid}`;
}

/** What is told below its title on a device, or to another system: its course, then what to know of it. */
export function alertBody(alert: ToldAlert, now: Instant): string {
  const text = alertText(alert, now);
  const course = `${alertCourse(alert, now)}.`;
  return text === '' ? course : `${course} ${text}`;
}
