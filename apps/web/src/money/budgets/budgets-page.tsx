import { Button, NativeSelect } from '@mantine/core';
import { listBudgets } from '@nascente/contract/money/budgets';
import { listEstablishments } from '@nascente/contract/sites/establishments';
import { listGroups } from '@nascente/contract/sites/groups';
import { isAbove } from '@nascente/domain/money/budgets/budget-texts';
import { may } from '@nascente/domain/people/permissions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { queryFor } from '../../shared/api/api-client.ts';
import { nameOf } from '../../shared/establishment-name.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { useMay } from '../../shared/session-state/use-may.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { BudgetRow } from './budget-row.tsx';
import styles from './budgets.module.css';

/** Selects the subject of a budget; an Admin, who sees every customer's, selects its own. */
const PlanChoice = () => {
  const { _id, profile } = useUser();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState('');
  const establishments = useQuery(queryFor(listEstablishments, {}));
  const groups = useQuery(queryFor(listGroups, {}));
  const isOwn = ({ owner }: { readonly owner: string }) =>
    !may(profile, 'see-every-customer') || owner === _id;
  const own = (establishments.data?.establishments ?? []).filter(isOwn);
  const ofGroups = (groups.data?.groups ?? []).filter(isOwn);
  const options = [
    {
      group: 'Estabelecimentos',
      items: own.map((one) => ({ value: `establishment/${one._id}`, label: nameOf(one) })),
    },
    { group: 'Grupos', items: ofGroups.map(({ _id: id, name }) => ({ value: `group/${id}`, label: name })) },
  ].filter(({ items }) => items.length > 0);
  // With one list only, the selection would change when the other is received.
  const isComplete = establishments.data !== undefined && groups.data !== undefined;
  if (isComplete && options.length === 0)
    return (
      <EmptyState icon="home" action={<TextLink to="/new/establishment">Novo estabelecimento</TextLink>}>
        Uma meta é de um estabelecimento ou de um grupo: cadastre o primeiro.
      </EmptyState>
    );
  const failed = [establishments, groups].find(({ data, isError }) => isError && data === undefined);
  if (failed) return <Answer<unknown> query={failed} />;
  const first = isComplete ? (options[0]?.items[0]?.value ?? '') : '';
  const value = chosen === '' ? first : chosen;
  return (
    <div className={styles.choice}>
      <NativeSelect
        label="Para o quê"
        data={isComplete ? options : []}
        value={value}
        disabled={first === ''}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      <Button disabled={value === ''} onClick={() => void navigate(`/budgets/${value}`)}>
        Planejar
      </Button>
    </div>
  );
};

const budgetsQuery = queryFor(listBudgets, { query: {} });

const Progress = () => {
  const query = useQuery(budgetsQuery);
  const { data } = query;
  if (data === undefined) return <Answer query={query} rows={3} />;
  if (data.budgets.length === 0)
    return <EmptyState icon="coin">Nenhuma meta para os ciclos de agora.</EmptyState>;
  // Forecasts above budget come first.
  const sorted = data.budgets.toSorted((one, other) => Number(isAbove(other)) - Number(isAbove(one)));
  return (
    <ul aria-label="Metas dos ciclos de agora">
      {sorted.map((budget) => (
        <BudgetRow key={`${budget.target.id} ${budget.measure}`} budget={budget} />
      ))}
    </ul>
  );
};

export const BudgetsPage = () => {
  const { isPending } = useQuery(budgetsQuery);
  if (!useMay('plan-budgets')) return <Navigate to="/home" replace />;
  return (
    <Page title="Metas">
      <Card title="Ciclos de agora" tour="budgets-list">
        <Progress />
      </Card>
      {/* Its place follows from the number of budgets. */}
      {!isPending && (
        <Card title="Planejar" tour="budgets-new">
          <PlanChoice />
        </Card>
      )}
    </Page>
  );
};
