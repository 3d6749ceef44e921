import { listBudgets } from '@nascente/contract/money/budgets';
import { isAbove } from '@nascente/domain/money/budgets/budget-words';
import { may } from '@nascente/domain/people/permissions';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { queryFor } from '../../shared/api/api-client.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { Loading, SkeletonRows } from '../../shared/ui/page/skeleton.tsx';
import { BudgetRow } from './budget-row.tsx';
import { PlanChoice } from './plan-choice.tsx';

const Progress = () => {
  const { data, error, refetch, isFetching } = useQuery(queryFor(listBudgets, { query: {} }));
  if (data === undefined)
    return error === null ? (
      <Loading>
        <SkeletonRows rows={3} />
      </Loading>
    ) : (
      <ErrorState failure={error} onRetry={refetch} retrying={isFetching} />
    );
  if (data.budgets.length === 0)
    return <EmptyState icon="coin">Nenhuma meta para os ciclos de agora.</EmptyState>;
  // What heads above what was planned comes first.
  const sorted = data.budgets.toSorted((one, other) => Number(isAbove(other)) - Number(isAbove(one)));
  return (
    <ul aria-label="Metas dos ciclos de agora">
      {sorted.map((budget) => (
        <BudgetRow key={`${budget.target.id} ${budget.measure}`} budget={budget} />
      ))}
    </ul>
  );
};

/** What cycles are planned to come to, and how those of now do. */
export const BudgetsPage = () => {
  const { profile } = useUser();
  if (!may(profile, 'plan-budgets')) return <Navigate to="/home" replace />;
  return (
    <Page title="Metas">
      <Card title="Ciclos de agora" tour="budgets-list">
        <Progress />
      </Card>
      <Card title="Planejar" tour="budgets-new">
        <PlanChoice />
      </Card>
    </Page>
  );
};
