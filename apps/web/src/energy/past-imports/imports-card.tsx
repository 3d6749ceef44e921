import { Button } from '@mantine/core';
import { listImports, type PastImport, undoImport } from '@nascente/contract/energy/past-imports';
import type { Board } from '@nascente/contract/sites/meters';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryFor, request } from '../../shared/api/api-client.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Loading, SkeletonBlock } from '../../shared/ui/page/skeleton.tsx';
import styles from './past.module.css';
import { byText, momentText, quartersText, stateWords } from './past-words.ts';
import { UndoDialog } from './undo-dialog.tsx';

/** How often the progress is asked for while something is being imported. */
const LOOK_EVERY_MS = 1_000;

interface ImportsProps {
  readonly board: Board;
  readonly mac: string;
  readonly mayEdit: boolean;
}

const Row = ({
  one,
  board,
  onUndo,
}: {
  readonly one: PastImport;
  readonly board: Board;
  readonly onUndo: (() => void) | null;
}) => {
  const { fileName, by, date, state, progress, summary, undone } = one;
  const { name, tone } = stateWords[state];
  return (
    <li className={styles.row}>
      <div>
        <b>{fileName}</b>
        <small>
          {byText(by)}, em {momentText(date, board)}
        </small>
      </div>
      <div>
        <Tag tone={tone}>{name}</Tag>
        {state === 'running' && (
          <div className={styles.progress}>
            <progress max={1} value={progress} aria-label={`Importação de ${fileName}`} />
          </div>
        )}
        {summary?.start && summary.end && (
          <small>
            {quartersText(summary.addedQuarters)}, de {momentText(summary.start, board)} a{' '}
            {momentText(summary.end, board)}
          </small>
        )}
        {undone && (
          <small>
            Desfeito por {byText(undone.by)}, em {momentText(undone.date, board)}
          </small>
        )}
      </div>
      {onUndo !== null && state !== 'undone' && (
        <Button variant="default" aria-label={`Desfazer a importação de ${fileName}`} onClick={onUndo}>
          Desfazer
        </Button>
      )}
    </li>
  );
};

/** What was imported, how far it is, and the way back. */
export const ImportsCard = ({ board, mac, mayEdit }: ImportsProps) => {
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<PastImport | null>(null);
  const { data, error, refetch, isFetching } = useQuery({
    ...queryFor(listImports, { params: { mac } }),
    refetchInterval: ({ state }) =>
      state.data?.imports.some((one) => one.state === 'running') ? LOOK_EVERY_MS : false,
  });
  const imports = data?.imports;
  const done = imports?.filter(({ state }) => state === 'done').length;
  useEffect(() => {
    // What has just been imported is in every other number of this meter.
    if (done)
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'listImports' });
  }, [done, queryClient]);
  return (
    <Card title="Importações">
      {error && <ErrorState failure={error} onRetry={refetch} retrying={isFetching} />}
      {!imports && !error && (
        <Loading>
          <SkeletonBlock height={160} />
        </Loading>
      )}
      {imports?.length === 0 && <EmptyState icon="meter">Nada foi importado para este medidor.</EmptyState>}
      <ul className={styles.rows} aria-label="Importações">
        {imports?.map((one) => (
          <Row key={one.id} one={one} board={board} onUndo={mayEdit ? () => setChosen(one) : null} />
        ))}
      </ul>
      {chosen && (
        <UndoDialog
          title="Desfazer a importação?"
          done="Importação desfeita."
          isDestructive
          undo={() => request(undoImport, { params: { mac, id: String(chosen.id) } })}
          onClose={() => setChosen(null)}
        >
          Tudo o que veio de <b>{chosen.fileName}</b> deixa de contar, e só isso. Para tê-lo de volta, importe
          o arquivo outra vez.
        </UndoDialog>
      )}
    </Card>
  );
};
