import { NativeSelect, Textarea } from '@mantine/core';
import { alertTitle } from '@nascente/contract/alerts/alert-kinds';
import { type Alert, listAlerts } from '@nascente/contract/alerts/alerts';
import type { AnswerOf } from '@nascente/contract/base/call';
import { type Correction, listCorrections } from '@nascente/contract/energy/corrections';
import { listUtilityBills, type UtilityBillAnswer } from '@nascente/contract/money/utility-bills';
import {
  listMeterNotes,
  MAX_NOTE,
  type MeterNote,
  NOTE_TEXTS,
  writeMeterNote,
} from '@nascente/contract/sites/meter-notes';
import type { Board } from '@nascente/contract/sites/meters';
import { type CivilDate, civilDateAt, endOfDay, startOfDay } from '@nascente/domain/base/time/civil-day';
import { parseLocalTime } from '@nascente/domain/base/time/local-clock';
import { instant, MINUTE_MS, type Zone } from '@nascente/domain/base/time/zone';
import { formatClock, formatReais } from '@nascente/domain/base/units/format';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { queryFor, request } from '../../shared/api/api-client.ts';
import { seesBill } from '../../shared/boards/sees-bill.ts';
import type { Series } from '../../shared/explorer/curves/use-curves.ts';
import type { EventMark } from '../../shared/explorer/plot/plot.tsx';
import type { Viewport } from '../../shared/explorer/plot/viewport.ts';
import { instantText } from '../../shared/explorer/reading.ts';
import { DateInput } from '../../shared/forms/fields/date-input.tsx';
import group from '../../shared/forms/fields/field-group.module.css';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { useSending } from '../../shared/forms/use-sending.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import classes from './explore.module.css';

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

interface NoteFormProps {
  readonly boards: readonly Board[];
  readonly view: Viewport;
  readonly zone: Zone;
  readonly onDone: () => void;
}

const toMinute = (at: number): number => Math.round(at / MINUTE_MS) * MINUTE_MS;

const MINUTES = 'YYYY-MM-DDTHH:MM'.length;

/** As in a datetime-local field. */
const clockText = (at: number, zone: Zone): string =>
  `${civilDateAt(instant(at), zone)}T${formatClock(instant(at), zone)}`.slice(0, MINUTES);

/** The time of a note: a moment or an interval. */
interface When {
  readonly at: number;
  readonly until: number | null;
}

interface TypedTimes {
  readonly started: string;
  readonly over: string;
}

/** The typed time, or an error in Portuguese. */
const typedWhen = ({ started, over }: TypedTimes, zone: Zone): When | string => {
  const at = parseLocalTime(started, zone);
  if (at === null) return 'Informe o dia e a hora do início.';
  const until = over === '' ? null : parseLocalTime(over, zone);
  return until !== null && until <= at ? NOTE_TEXTS.order : { at, until };
};

/** A new note stands in the middle of the view, over all of it, or at a chosen time. */
export const NoteForm = ({ boards, view, zone, onDone }: NoteFormProps) => {
  const queries = useQueryClient();
  const [mac, setMac] = useState(boards[0]?.macAddress ?? '');
  const [text, setText] = useState('');
  const [where, setWhere] = useState('moment');
  const [isTried, setTried] = useState(false);
  const [from, to] = [toMinute(view.from), Math.max(toMinute(view.to), toMinute(view.from) + MINUTE_MS)];
  const middle = toMinute((view.from + view.to) / 2);
  const [times, setTimes] = useState<TypedTimes>({ started: clockText(middle, zone), over: '' });
  const chosen: Readonly<Record<string, When | string>> = {
    moment: { at: middle, until: null },
    interval: { at: from, until: to },
    typed: typedWhen(times, zone),
  };
  const when = chosen[where];
  const wrong = typeof when === 'string' ? when : null;
  const { start, isSending, failure } = useSending(async () => {
    setTried(true);
    if (when === undefined || typeof when === 'string') return;
    await request(writeMeterNote, { params: { mac }, body: { ...when, text } });
    await queries.invalidateQueries({ queryKey: [listMeterNotes.name] });
    onDone();
  });
  return (
    <FormDialog
      title="Nova anotação"
      action="Salvar"
      isReady={text.trim() !== ''}
      isSending={isSending}
      failure={failure}
      onSubmit={() => start()}
      onClose={onDone}
    >
      <div className={classes.fields}>
        <Textarea
          label="O que aconteceu"
          data-autofocus
          maxLength={MAX_NOTE}
          minRows={3}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <NativeSelect
          label="Quando"
          data={[
            { value: 'moment', label: `No meio do gráfico: ${instantText(middle, zone, MINUTE_MS)}` },
            { value: 'interval', label: 'Em todo o período em vista' },
            { value: 'typed', label: 'Em outra hora…' },
          ]}
          value={where}
          onChange={({ target }) => setWhere(target.value)}
        />
        {where === 'typed' && (
          <div className={group.fields}>
            <DateInput
              kind="dayTime"
              label="Início"
              value={times.started}
              error={isTried && wrong}
              onChange={(started) => setTimes({ ...times, started })}
            />
            <DateInput
              kind="dayTime"
              label="Fim (vazio: um momento só)"
              value={times.over}
              onChange={(over) => setTimes({ ...times, over })}
            />
          </div>
        )}
        {boards.length > 1 && (
          <NativeSelect
            label="Medidor"
            data={boards.map(({ macAddress, Alias }) => ({ value: macAddress, label: Alias }))}
            value={mac}
            onChange={({ target }) => setMac(target.value)}
          />
        )}
      </div>
    </FormDialog>
  );
};
