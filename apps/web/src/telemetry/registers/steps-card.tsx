import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import type { Board } from '@nascente/contract/sites/meters';
import { type AnsweredStep, readRegisters } from '@nascente/contract/telemetry/registers';
import { may } from '@nascente/domain/people/permissions';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../shared/api/api-client.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Loading, SkeletonRows } from '../../shared/ui/page/skeleton.tsx';
import styles from './registers.module.css';
import type { RegistersSearch } from './registers-search.ts';
import { StepRow } from './step-row.tsx';
import { VerdictDialog } from './verdict-dialog.tsx';

interface StepsCardProps {
  readonly board: Board;
  readonly mac: string;
  readonly search: RegistersSearch;
}

const useSteps = (mac: string, { start, end, show }: RegistersSearch) =>
  useInfiniteQuery({
    queryKey: [readRegisters.name, mac, start, end, show],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      request(
        readRegisters,
        { params: { mac }, query: { start, end, show, ...(pageParam !== null && { cursor: pageParam }) } },
        signal,
      ),
    getNextPageParam: ({ next }) => next,
  });

const Nothing = ({ counts }: { counts: boolean }) =>
  counts ? (
    <EmptyState icon="check">Nada fora do comum neste período.</EmptyState>
  ) : (
    <EmptyState icon="meter">
      Este medidor envia o consumo pronto: não há registradores acumulados para conferir.
    </EmptyState>
  );

/** The steps of the period, newest first, and the way to decide otherwise. */
export const StepsCard = ({ board, mac, search }: StepsCardProps) => {
  const { profile } = useUser();
  const [chosen, setChosen] = useState<AnsweredStep | null>(null);
  const steps = useSteps(mac, search);
  const shown = steps.data?.pages.flatMap((page) => page.steps);
  const counts = steps.data?.pages[0]?.counts ?? false;
  const onChoose = may(profile, 'edit-meter') ? setChosen : null;
  return (
    <Card title="Passos" qualifier={search.show === 'unusual' ? 'fora do comum' : 'todos'}>
      {steps.isError && (
        <ErrorState failure={steps.error} onRetry={steps.refetch} retrying={steps.isFetching} />
      )}
      {steps.isPending && (
        <Loading>
          <SkeletonRows rows={4} />
        </Loading>
      )}
      {shown?.length === 0 && <Nothing counts={counts} />}
      <ol className={styles.steps} aria-label="Passos dos registradores">
        {shown?.map((step) => (
          <StepRow key={`${step.register} ${step.date}`} step={step} board={board} onChoose={onChoose} />
        ))}
      </ol>
      {steps.hasNextPage && (
        <div className={styles.more}>
          <Button
            variant="default"
            loading={steps.isFetchingNextPage}
            onClick={() => void steps.fetchNextPage()}
          >
            Mostrar mais
          </Button>
        </div>
      )}
      {chosen !== null && (
        <VerdictDialog board={board} mac={mac} step={chosen} onClose={() => setChosen(null)} />
      )}
    </Card>
  );
};
