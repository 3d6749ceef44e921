import { alertTitle } from '@nascente/contract/alerts/alert-kinds';
import { type Alert, listAlerts } from '@nascente/contract/alerts/alerts';
import type { AnswerOf } from '@nascente/contract/base/call';
import { type Correction, listCorrections } from '@nascente/contract/energy/corrections';
import { listUtilityBills, type UtilityBillAnswer } from '@nascente/contract/money/utility-bills';
import { listMeterNotes, type MeterNote } from '@nascente/contract/sites/meter-notes';
import { type CivilDate, endOfDay, startOfDay } from '@nascente/domain/base/time/civil-day';
import type { Zone } from '@nascente/domain/base/time/zone';
import { formatReais } from '@nascente/domain/base/units/format';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryFor } from '../../shared/api/api-client.ts';
import { seesBill } from '../../shared/boards/sees-bill.ts';
import type { Series } from '../../shared/explorer/curves/use-curves.ts';
import type { EventMark } from '../../shared/explorer/plot/plot.tsx';
import type { Viewport } from '../../shared/explorer/plot/viewport.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';

/** An event, or a written note. */
interface Note extends Omit<EventMark, 'sign'> {
  readonly by: string;
  readonly link: string | null;
  readonly removable?: { readonly mac: string; readonly id: string };
}

const notesOfAlerts = (alerts: readonly Alert[], macs: ReadonlySet<string>): Note[] =>
  alerts
    .filter(({ meters, undoneAt }) => undoneAt === null && meters.some(({ mac }) => macs.has(mac)))
    .map((alert) => ({
      id: `alert ${alert._id}`,
      at: Date.parse(alert.beganAt),
      to: alert.endedAt === null ? null : Date.parse(alert.endedAt),
      color: alert.severity === 'notable' ? '--warn' : '--bad',
      text: alertTitle(alert),
      by: `aviso · ${alert.meters.map(({ name }) => name).join(', ')}`,
      link: '/alerts',
    }));

const notesOfCorrections = (corrections: readonly Correction[], mac: string): Note[] =>
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

const notesOfPeople = (written: readonly MeterNote[], mac: string, meter: string): Note[] =>
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

const notesOfBills = (bills: readonly UtilityBillAnswer[], establishment: string, zone: Zone): Note[] =>
  bills.map(({ id, start, end, total }) => ({
    id: `bill ${id}`,
    at: startOfDay(start as CivilDate, zone),
    to: endOfDay(end as CivilDate, zone),
    color: '--primary' as const,
    text: `Fatura da distribuidora: ${formatReais(total)}`,
    by: 'fatura lançada',
    link: `/bill/${establishment}/utility`,
  }));

/** More would make list and marks unreadable. */
const MAX_NOTES = 40;

/** Those in view, oldest first, each with the number of its mark. */
const notesIn = (notes: readonly Note[], { from, to }: Viewport) =>
  notes
    .filter(({ at, to: end }) => at < to && (end ?? at) >= from)
    .sort((one, other) => one.at - other.at)
    .slice(-MAX_NOTES)
    .map((note, index) => ({ ...note, sign: String(index + 1) }));

const FRESH_MS = 60_000;

/** Whether a view begins before the oldest loaded alert while more exist. */
const reachesBeyond = ({ alerts, total }: AnswerOf<typeof listAlerts>, { from }: Viewport): boolean =>
  total > alerts.length && Date.parse(alerts.at(-1)?.beganAt ?? '') > from;

export const useNotes = (series: readonly Series[], view: Viewport, isRequested: boolean, zone: Zone) => {
  const user = useUser();
  const boards = useMemo(() => [...new Map(series.map(({ board }) => [board.id, board])).values()], [series]);
  const macs = useMemo(() => new Set(boards.map(({ macAddress }) => macAddress)), [boards]);
  const establishments = useMemo(
    () => [...new Set(boards.map(({ establishmentId }) => establishmentId))],
    [boards],
  );
  const requested = { enabled: isRequested, staleTime: FRESH_MS };
  // By establishment: the newest alerts of all might exclude those on screen.
  const alerts = useQueries({
    queries: establishments.flatMap((establishment) =>
      (['open', 'past'] as const).map((state) => ({
        ...queryFor(listAlerts, { query: { state, establishment, limit: '100' } }),
        ...requested,
      })),
    ),
  });
  const corrections = useQueries({
    queries: boards.map(({ macAddress: mac }) => ({
      ...queryFor(listCorrections, { params: { mac } }),
      ...requested,
    })),
  });
  const written = useQueries({
    queries: boards.map(({ macAddress: mac }) => ({
      ...queryFor(listMeterNotes, { params: { mac } }),
      ...requested,
    })),
  });
  const bills = useQueries({
    queries: establishments.map((id) => {
      const own = boards.filter(({ establishmentId }) => establishmentId === id);
      const type = own[0]?.type ?? 'eletric';
      return {
        ...queryFor(listUtilityBills, { params: { id }, query: { type } }),
        ...requested,
        enabled: isRequested && seesBill(user, own),
      };
    }),
  });
  const shown = isRequested
    ? notesIn(
        [
          ...notesOfAlerts(
            alerts.flatMap(({ data }) => data?.alerts ?? []),
            macs,
          ),
          ...boards.flatMap(({ macAddress }, index) =>
            notesOfCorrections(corrections[index]?.data?.corrections ?? [], macAddress),
          ),
          ...boards.flatMap(({ macAddress, name }, index) =>
            notesOfPeople(written[index]?.data?.notes ?? [], macAddress, name),
          ),
          ...establishments.flatMap((id, index) => notesOfBills(bills[index]?.data?.bills ?? [], id, zone)),
        ],
        view,
      )
    : [];
  const isCut = alerts.some(({ data }) => data !== undefined && reachesBeyond(data, view));
  const all = [...alerts, ...corrections, ...written, ...bills];
  return {
    marks: shown,
    boards,
    /** Nothing failed, and some is pending. */
    isComing: all.some(({ data, isFetching }) => data === undefined && isFetching) || !isRequested,
    isIncomplete: isCut || all.some(({ data, isError }) => data === undefined && isError),
  };
};
