import { Button } from '@mantine/core';
import { removeMeter } from '@nascente/contract/sites/meter-changes';
import { type Board, readMeter } from '@nascente/contract/sites/meters';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { queryFor, request } from '../../../shared/api/api-client.ts';
import { useRefreshMeters } from '../../../shared/boards/refresh-meters.ts';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { announce, METER_AREA_MS } from '../../../shared/ui/snackbar.tsx';
import { wordsOf } from './edit-failure.ts';
import styles from './meter-section.module.css';

const useRemove = ({ macAddress: mac }: Board) => {
  const refresh = useRefreshMeters();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useSending(async () => {
    await request(removeMeter, { params: { mac } });
    announce('Placa deletada!', { lastsMs: METER_AREA_MS });
    await navigate('/home', { replace: true });
    queryClient.removeQueries({ queryKey: queryFor(readMeter, { params: { mac } }).queryKey });
    await refresh();
  });
};

export const RemoveCard = ({ board }: { readonly board: Board }) => {
  const [isAsked, setAsked] = useState(false);
  const { start, isSending, failure, forget } = useRemove(board);
  return (
    <Card tour="edit-meter-delete" title="Deletar medidor">
      <div className={styles.section}>
        <p>O medidor sai da conta e a placa pode ser cadastrada de novo, aqui ou por outra pessoa.</p>
        <Button variant="default" color="bad" onClick={() => setAsked(true)}>
          Deletar
        </Button>
      </div>
      {isAsked && (
        <ConfirmDialog
          title={`Deletar ${board.Alias}?`}
          confirm="Deletar"
          isDestructive
          isSending={isSending}
          failure={failure}
          describeFailure={wordsOf}
          onConfirm={start}
          onCancel={() => {
            forget();
            setAsked(false);
          }}
        >
          <p>
            O medidor deixa de aparecer e as próximas mensagens da placa não são guardadas. O que ele já mediu
            continua no histórico do estabelecimento; quem cadastrar a placa depois não vê nada disso.
          </p>
        </ConfirmDialog>
      )}
    </Card>
  );
};
