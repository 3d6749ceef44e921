import { Button } from '@mantine/core';
import { readVersionUse, removeTariffVersion } from '@nascente/contract/sites/tariff-versions';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay } from '@nascente/domain/base/units/format';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, request } from '../../shared/api/api-client.ts';
import { useSending, wordsOf } from '../../shared/forms/use-sending.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Loading, SkeletonBlock } from '../../shared/ui/page/skeleton.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { UseOfVersion } from './use-of-version.tsx';

interface Which {
  tariffId: string;
  validFrom: CivilDate;
}

const useRemoval = ({ tariffId, validFrom }: Which) => {
  const queryClient = useQueryClient();
  return useSending(async (onDone: () => void) => {
    await request(removeTariffVersion, { params: { id: tariffId, validFrom } });
    onDone();
    announce('Versão excluída.', { tone: 'good' });
    await queryClient.invalidateQueries();
  });
};

const RemovalDialog = ({ which, onClose }: { which: Which; onClose: () => void }) => {
  const { tariffId: id, validFrom } = which;
  const found = useQuery({ ...queryFor(readVersionUse, { params: { id, validFrom } }), staleTime: 0 });
  const { start, isSending, failure } = useRemoval(which);
  const use = found.data?.use;
  const isFree = use?.staysBecause === null;
  return (
    <Dialog
      title={use && !isFree ? 'Estes preços ficam' : `Excluir os preços a partir de ${formatDay(validFrom)}?`}
      onDismiss={onClose}
      isHeld={isSending}
      actions={
        <>
          <Button variant="default" disabled={isSending} data-autofocus onClick={onClose}>
            {use && !isFree ? 'Fechar' : 'Cancelar'}
          </Button>
          {isFree && (
            <Button color="bad" loading={isSending} onClick={() => void start(onClose)}>
              Excluir
            </Button>
          )}
        </>
      }
    >
      {found.isError && (
        <ErrorState failure={found.error} onRetry={found.refetch} retrying={found.isFetching} />
      )}
      {found.isPending && (
        <Loading>
          <SkeletonBlock height={96} />
        </Loading>
      )}
      {isFree ? <UseOfVersion use={use} change="removal" /> : <p>{use?.staysBecause}</p>}
      {failure && (
        <Notice tone="bad" live>
          {wordsOf(failure)}
        </Notice>
      )}
    </Dialog>
  );
};

/** Takes a version away, where nothing closed was made by it. */
export const RemoveVersion = (which: Which) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="subtle" color="bad" size="compact-sm" onClick={() => setOpen(true)}>
        Excluir versão
      </Button>
      {isOpen && <RemovalDialog which={which} onClose={() => setOpen(false)} />}
    </>
  );
};
