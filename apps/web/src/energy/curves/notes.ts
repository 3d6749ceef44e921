import { alertTitle } from '@nascente/contract/alerts/alert-words';
import type { Alert } from '@nascente/contract/alerts/alerts';
import type { Correction } from '@nascente/contract/energy/corrections';
import type { UtilityBillAnswer } from '@nascente/contract/money/utility-bills';
import type { MeterNote } from '@nascente/contract/sites/meter-notes';
import { type CivilDate, endOfDay, startOfDay } from '@nascente/domain/base/time/civil-day';
import type { Zone } from '@nascente/domain/base/time/zone';
import { formatReais } from '@nascente/domain/base/units/format';
import type { PlotMark } from '../../shared/explorer/plot/plot-layer.tsx';
import type { Viewport } from '../../shared/explorer/plot/viewport.ts';

/** What happened at a time, or what somebody wrote of it. */
interface Note extends Omit<PlotMark, 'sign'> {
  /** Who says it, or what. */
  readonly by: string;
  /** Where it can be read in full. */
  readonly link: string | null;
  /** Of one that the person may remove: where it is. */
  readonly removable?: { readonly mac: string; readonly id: string };
}

export const notesOfAlerts = (alerts: readonly Alert[], macs: ReadonlySet<string>): Note[] =>
  alerts
    .filter(({ meters, undoneAt }) => undoneAt === null && meters.some(({ mac }) => macs.has(mac)))
    .map((alert) => ({
      id: `alert ${alert._id}`,
      at: Date.parse(alert.beganAt),
      to: alert.endedAt === null ? null : Date.parse(alert.endedAt),
      color: alert.severity === 'notable' ? '--warn' : '--bad',
      text: alertTitle(alert),
      by: `alerta · ${alert.meters.map(({ name }) => name).join(', ')}`,
      link: '/alerts',
    }));

export const notesOfCorrections = (corrections: readonly Correction[], mac: string): Note[] =>
  corrections
    .filter(({ undone }) => undone === null)
    .map(({ id, start, end, reason, by }) => ({
      id: `correction ${mac} ${id}`,
      at: Date.parse(start),
      to: Date.parse(end),
      color: '--bad' as const,
      text: reason,
      by: `correção${by === null ? '' : ` · ${by}`}`,
      link: `/meter/${mac}/corrections`,
    }));

export const notesOfPeople = (written: readonly MeterNote[], mac: string, meter: string): Note[] =>
  written.map(({ id, at, until, text, by, isOwn }) => ({
    id: `note ${mac} ${id}`,
    at: Date.parse(at),
    to: until === null ? null : Date.parse(until),
    color: '--primary' as const,
    text,
    by: `${by ?? 'conta removida'} · ${meter}`,
    link: null,
    ...(isOwn && { removable: { mac, id } }),
  }));

export const notesOfBills = (
  bills: readonly UtilityBillAnswer[],
  establishment: string,
  zone: Zone,
): Note[] =>
  bills.map(({ id, start, end, total }) => ({
    id: `bill ${id}`,
    at: startOfDay(start as CivilDate, zone),
    to: endOfDay(end as CivilDate, zone),
    color: '--primary' as const,
    text: `Conta da distribuidora: ${formatReais(total)}`,
    by: 'conta lançada',
    link: `/bill/${establishment}/utility`,
  }));

/** Beyond these a list tells nothing any more, nor do marks. */
const MAX_NOTES = 40;

/** Those in view, the oldest first, each with the number by which its mark is found in the list. */
export const notesIn = (notes: readonly Note[], { from, to }: Viewport) =>
  notes
    .filter(({ at, to: end }) => at < to && (end ?? at) >= from)
    .sort((one, other) => one.at - other.at)
    .slice(-MAX_NOTES)
    .map((note, index) => ({ ...note, sign: String(index + 1) }));
