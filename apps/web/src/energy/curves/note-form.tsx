import { NativeSelect, Textarea } from '@mantine/core';
import { listMeterNotes, MAX_NOTE, NOTE_TEXTS, writeMeterNote } from '@nascente/contract/sites/meter-notes';
import type { Board } from '@nascente/contract/sites/meters';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { parseLocalTime } from '@nascente/domain/base/time/local-clock';
import { instant, MINUTE_MS, type Zone } from '@nascente/domain/base/time/zone';
import { formatClock } from '@nascente/domain/base/units/format';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../shared/api/api-client.ts';
import type { Viewport } from '../../shared/explorer/plot/viewport.ts';
import { instantText } from '../../shared/explorer/reading.ts';
import { DateInput } from '../../shared/forms/fields/date-input.tsx';
import group from '../../shared/forms/fields/field-group.module.css';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { useSending } from '../../shared/forms/use-sending.ts';
import classes from './explore.module.css';

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
            { value: 'stretch', label: 'Em todo o período em vista' },
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
