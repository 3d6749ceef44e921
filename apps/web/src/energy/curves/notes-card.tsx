import { Button } from '@mantine/core';
import { listMeterNotes, removeMeterNote } from '@nascente/contract/sites/meter-notes';
import type { Zone } from '@nascente/domain/base/time/zone';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../shared/api/api-client.ts';
import type { Viewport } from '../../shared/explorer/plot/viewport.ts';
import { instantText } from '../../shared/explorer/reading.ts';
import { useMay } from '../../shared/session-state/use-may.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { IconButton } from '../../shared/ui/marks/icon-button.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Loading, SkeletonBlock } from '../../shared/ui/page/skeleton.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import classes from './explore.module.css';
import { NoteForm } from './note-form.tsx';
import type { useNotes } from './use-notes.ts';

interface NotesCardProps {
  readonly notes: ReturnType<typeof useNotes>;
  readonly view: Viewport;
  readonly zone: Zone;
}

const MINUTE_MS = 60_000;
const LASTS_MS = 4000;

const useRemoval = () => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (params: { readonly mac: string; readonly id: string }) =>
      request(removeMeterNote, { params }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [listMeterNotes.name] }),
    onError: ({ message }) => announce(message, { tone: 'bad', lastsMs: LASTS_MS }),
  });
};

/** What happened in view, by the numbers that stand on the chart, and what people wrote of it. */
export const NotesCard = ({ notes, view, zone }: NotesCardProps) => {
  const { marks, boards, isComing, isIncomplete } = notes;
  const mayEditMeter = useMay('edit-meter');
  const [isWriting, setIsWriting] = useState(false);
  const removal = useRemoval();
  return (
    <Card
      title="Anotações"
      qualifier="do período em vista"
      tour="explorer-notes"
      action={
        mayEditMeter && (
          <Button variant="default" onClick={() => setIsWriting(true)}>
            Anotar
          </Button>
        )
      }
    >
      {isIncomplete && <p role="status">Não foi possível ler tudo o que aconteceu neste período.</p>}
      {marks.length === 0 ? (
        isComing ? (
          <Loading label="Carregando as anotações">
            <SkeletonBlock height={24} />
          </Loading>
        ) : (
          !isIncomplete && <p>Nenhuma anotação, aviso, correção ou fatura neste período.</p>
        )
      ) : (
        <ol className={classes.notes}>
          {marks.map(({ id, sign, at, color, text, by, link, removable }) => (
            <li key={id}>
              <b style={{ background: `var(${color})` }}>{sign}</b>
              <p>
                {text}{' '}
                <small>
                  {instantText(at, zone, MINUTE_MS)} · {by}
                </small>
              </p>
              {link !== null && <TextLink to={link}>Ver</TextLink>}
              {removable && (
                <IconButton
                  icon="trash"
                  label={`Remover a anotação ${sign}`}
                  disabled={removal.isPending}
                  onClick={() => removal.mutate(removable)}
                />
              )}
            </li>
          ))}
        </ol>
      )}
      {isWriting && <NoteForm boards={boards} view={view} zone={zone} onDone={() => setIsWriting(false)} />}
    </Card>
  );
};
