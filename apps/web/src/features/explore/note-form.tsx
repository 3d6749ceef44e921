import { Button, NativeSelect, Textarea } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Input.css';
import { LONGEST_NOTE, listMeterNotes, writeMeterNote } from '@nascente/contract/meter-notes';
import type { Board } from '@nascente/contract/meters';
import type { Zone } from '@nascente/domain/time/zone';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../shared/api-client.ts';
import { instantText } from '../../shared/explorer/reading.ts';
import type { Viewport } from '../../shared/explorer/viewport.ts';
import { useSending, wordsOf } from '../../shared/forms/use-sending.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import classes from './explore.module.css';

interface NoteFormProps {
  readonly boards: readonly Board[];
  readonly view: Viewport;
  readonly zone: Zone;
  readonly onDone: () => void;
}

const MINUTE_MS = 60_000;
const toMinute = (at: number): number => Math.round(at / MINUTE_MS) * MINUTE_MS;

/** What is written stands at the middle of what is in view, or over all of it: one zooms to it first. */
export const NoteForm = ({ boards, view, zone, onDone }: NoteFormProps) => {
  const queries = useQueryClient();
  const [mac, setMac] = useState(boards[0]?.macAddress ?? '');
  const [text, setText] = useState('');
  const [where, setWhere] = useState('moment');
  const [from, to] = [toMinute(view.from), Math.max(toMinute(view.to), toMinute(view.from) + MINUTE_MS)];
  const middle = toMinute((view.from + view.to) / 2);
  const { start, isSending, failure } = useSending(async () => {
    const stretch = where === 'moment' ? { at: middle, until: null } : { at: from, until: to };
    await request(writeMeterNote, { params: { mac }, body: { ...stretch, text } });
    await queries.invalidateQueries({ queryKey: [listMeterNotes.name] });
    onDone();
  });
  return (
    <Dialog
      title="Nova anotação"
      onDismiss={onDone}
      isHeld={isSending}
      actions={
        <>
          <Button variant="default" onClick={onDone}>
            Cancelar
          </Button>
          <Button loading={isSending} disabled={text.trim() === ''} onClick={() => void start()}>
            Salvar
          </Button>
        </>
      }
    >
      <div className={classes.fields}>
        {failure && (
          <Notice tone="bad" live>
            {wordsOf(failure)}
          </Notice>
        )}
        <Textarea
          label="O que aconteceu"
          data-autofocus
          maxLength={LONGEST_NOTE}
          minRows={3}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <NativeSelect
          label="Quando"
          data={[
            { value: 'moment', label: `No meio do gráfico: ${instantText(middle, zone, MINUTE_MS)}` },
            { value: 'stretch', label: 'Em todo o período em vista' },
          ]}
          value={where}
          onChange={({ target }) => setWhere(target.value)}
        />
        {boards.length > 1 && (
          <NativeSelect
            label="Medidor"
            data={boards.map(({ macAddress, Alias }) => ({ value: macAddress, label: Alias }))}
            value={mac}
            onChange={({ target }) => setMac(target.value)}
          />
        )}
      </div>
    </Dialog>
  );
};
