import { Button } from '@mantine/core';
import { type Correction, listCorrections, undoCorrection } from '@nascente/contract/energy/corrections';
import type { Board } from '@nascente/contract/sites/meters';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, request } from '../../shared/api/api-client.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Loading, SkeletonRows } from '../../shared/ui/page/skeleton.tsx';
import styles from './past.module.css';
import { amountText, byText, momentText } from './past-words.ts';
import { UndoDialog } from './undo-dialog.tsx';

interface CorrectionsProps {
  readonly board: Board;
  readonly mac: string;
  readonly mayEdit: boolean;
}

const Row = ({
  correction,
  board,
  onUndo,
}: {
  readonly correction: Correction;
  readonly board: Board;
  readonly onUndo: (() => void) | null;
}) => {
  const { start, end, reason, by, date, amount, undone } = correction;
  const span = `${momentText(start, board)} a ${momentText(end, board)}`;
  return (
    <li className={styles.row}>
      <div>
        <b>{span}</b>
        <small>
          {byText(by)}, em {momentText(date, board)}
        </small>
      </div>
      <div>
        {undone === null ? (
          <Tag tone="warn">{amountText(amount, board)} fora da conta</Tag>
        ) : (
          <Tag>Desfeita</Tag>
        )}
        <small>{reason}</small>
        {undone && (
          <small>
            Desfeita por {byText(undone.by)}, em {momentText(undone.date, board)}
          </small>
        )}
      </div>
      {undone === null && onUndo !== null && (
        <Button variant="default" aria-label={`Desfazer a correção de ${span}`} onClick={onUndo}>
          Desfazer
        </Button>
      )}
    </li>
  );
};

/** What was marked, by whom and why, and the way back. */
export const CorrectionsCard = ({ board, mac, mayEdit }: CorrectionsProps) => {
  const [chosen, setChosen] = useState<Correction | null>(null);
  const { data, error, refetch, isFetching } = useQuery(queryFor(listCorrections, { params: { mac } }));
  const corrections = data?.corrections;
  return (
    <Card title="Correções">
      {error && <ErrorState failure={error} onRetry={refetch} retrying={isFetching} />}
      {!corrections && !error && (
        <Loading>
          <SkeletonRows rows={2} />
        </Loading>
      )}
      {corrections?.length === 0 && (
        <EmptyState icon="check">Nenhuma correção: todas as leituras deste medidor contam.</EmptyState>
      )}
      <ul className={styles.rows} aria-label="Correções">
        {corrections?.map((correction) => (
          <Row
            key={correction.id}
            correction={correction}
            board={board}
            onUndo={mayEdit ? () => setChosen(correction) : null}
          />
        ))}
      </ul>
      {chosen && (
        <UndoDialog
          title="Desfazer a correção?"
          done="As leituras do trecho contam de novo."
          undo={() => request(undoCorrection, { params: { mac, id: String(chosen.id) } })}
          onClose={() => setChosen(null)}
        >
          As leituras do trecho voltam a contar: {amountText(chosen.amount, board)}. A correção continua na
          lista.
        </UndoDialog>
      )}
    </Card>
  );
};
