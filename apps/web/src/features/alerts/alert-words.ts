import type { Alert } from '@nascente/contract/alerts';
import { type AlertKind, KINDS_OF_ALERT } from '@nascente/domain/alerts/alert-kinds';
import { civilDateAt } from '@nascente/domain/time/civil-day';
import { QUARTER_MS } from '@nascente/domain/time/quarter';
import { DAY_MS, HOUR_MS, type Instant, instant, MINUTE_MS, type Zone } from '@nascente/domain/time/zone';
import { formatClock, formatNumber, formatPercent, formatShortDay } from '@nascente/domain/units/format';
import { leakText } from '../../shared/consumption/leak-words.ts';
import type { IconName } from '../../shared/ui/icon.tsx';
import type { Tone } from '../../shared/ui/tag.tsx';

/** What a kind of alert is called where it is chosen. */
export const kindWords: Readonly<Record<AlertKind, string>> = {
  silent: 'Medidor sem mensagem',
  leak: 'Possível vazamento',
  'demand-heading': 'Demanda a caminho do limite',
  'demand-overrun': 'Ultrapassagem de demanda',
};

export const kindIcons: Readonly<Record<AlertKind, IconName>> = {
  silent: 'cloud-off',
  leak: 'drop',
  'demand-heading': 'bolt',
  'demand-overrun': 'bolt',
};

export const toneOf = ({ kind, endedAt }: Pick<Alert, 'kind' | 'endedAt'>): Tone => {
  if (endedAt !== null) return 'neutral';
  return KINDS_OF_ALERT[kind].severity === 'notable' ? 'warn' : 'bad';
};

export const momentOf = (text: string): Instant => instant(Date.parse(text));

const kilowattText = (kw: number): string => `${formatNumber(kw, kw < 10 ? 1 : 0)}\u00a0kW`;

/** 'às 14:05' today, '22 nov, 14:05' before. */
export const momentText = (at: Instant, now: Instant, zone: Zone): string => {
  const day = civilDateAt(at, zone);
  const clock = formatClock(at, zone);
  return day === civilDateAt(now, zone) ? `hoje às ${clock}` : `${formatShortDay(day)}, ${clock}`;
};

/** '12 min', '3 h 20 min', '2 dias e 4 h'. */
export const durationText = (ms: number): string => {
  if (ms < MINUTE_MS) return 'menos de 1 min';
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS);
  const hours = Math.floor((ms % DAY_MS) / HOUR_MS);
  const days = Math.floor(ms / DAY_MS);
  if (days > 0) return `${days === 1 ? '1 dia' : `${days} dias`}${hours > 0 ? ` e ${hours} h` : ''}`;
  if (hours > 0) return `${hours} h${minutes > 0 ? ` ${minutes} min` : ''}`;
  return `${minutes} min`;
};

export const titleOf = ({ kind, meters, establishment }: Alert): string => {
  const [only] = meters;
  switch (kind) {
    case 'silent':
      return meters.length === 1
        ? `Sem mensagem: ${only?.name ?? ''}`
        : `${meters.length} medidores sem mensagem`;
    case 'leak':
      return `Possível vazamento: ${only?.name ?? ''}`;
    case 'demand-heading':
      return `Demanda a caminho do limite: ${establishment.name}`;
    case 'demand-overrun':
      return `Ultrapassagem de demanda: ${establishment.name}`;
  }
};

const headingText = ({ facts, endedAt, establishment }: Alert): string => {
  const { demand } = facts;
  if (demand === null) return '';
  const { contracted, expected, reduceBy, highest, at } = demand;
  const contract = `com ${kilowattText(contracted)} contratados`;
  if (endedAt !== null || expected === null)
    return `Chegou a caminhar para ${kilowattText(highest)}, ${contract}.`;
  const end = formatClock(instant(Date.parse(at) + QUARTER_MS), establishment.zone as Zone);
  const heading = `Este quarto de hora caminha para ${kilowattText(expected)}, ${contract}.`;
  return reduceBy === null || reduceBy >= expected
    ? `${heading} Não há mais tempo de evitar: desligue o que puder até ${end}.`
    : `${heading} Reduza ${kilowattText(reduceBy)} até ${end} para ficar dentro do contrato.`;
};

const overrunText = ({ facts, establishment }: Alert, now: Instant): string => {
  const { demand } = facts;
  if (demand === null) return '';
  const { contracted, highest, at } = demand;
  const beyond = formatPercent(highest / contracted - 1);
  const when = momentText(momentOf(at), now, establishment.zone as Zone);
  return `${kilowattText(highest)} no quarto de hora de ${when}: ${beyond} acima dos ${kilowattText(contracted)} contratados. Acima de 5%, a conta cobra todo o excedente.`;
};

const silentText = ({ meters, endedAt }: Alert): string => {
  const names = meters.length === 1 ? '' : `${meters.map(({ name }) => name).join(', ')}. `;
  return endedAt === null ? `${names}Confira se a placa está ligada e se o Wi-Fi do local funciona.` : names;
};

/** What is to be known of an alert, and what can be done. */
export const alertText = (alert: Alert, now: Instant): string => {
  switch (alert.kind) {
    case 'silent':
      return silentText(alert);
    case 'leak':
      return alert.facts.leak === null ? '' : leakText(alert.facts.leak);
    case 'demand-heading':
      return headingText(alert);
    case 'demand-overrun':
      return overrunText(alert, now);
  }
};

/** Since when it lasts, or how it ended. */
export const courseText = ({ beganAt, endedAt, undoneAt, establishment }: Alert, now: Instant): string => {
  const zone = establishment.zone as Zone;
  const began = momentOf(beganAt);
  if (undoneAt !== null) return `Desfeito: dados que chegaram depois mostram que não aconteceu.`;
  if (endedAt === null) return `Desde ${momentText(began, now, zone)}, há ${durationText(now - began)}`;
  const ended = momentOf(endedAt);
  return `Normalizou ${momentText(ended, now, zone)}, durou ${durationText(ended - began)}`;
};

/** The day of the meter's page on which it began. */
export const momentLink = ({ meters, beganAt, establishment }: Alert): string | null => {
  const [first] = meters;
  if (first === undefined) return null;
  return `/meter/${first.mac}?dia=${civilDateAt(momentOf(beganAt), establishment.zone as Zone)}`;
};
