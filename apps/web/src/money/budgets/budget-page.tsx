import { NativeSelect } from '@mantine/core';
import { listBudgets, readBudgetYear } from '@nascente/contract/money/budgets';
import { listEstablishments } from '@nascente/contract/sites/establishments';
import { listGroups } from '@nascente/contract/sites/groups';
import { BUDGET_MEASURES, type BudgetMeasure } from '@nascente/domain/money/budgets/budget-texts';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { queryFor } from '../../shared/api/api-client.ts';
import { useAddress } from '../../shared/api/use-address.ts';
import { nameOf } from '../../shared/establishment-name.ts';
import { useMay } from '../../shared/session-state/use-may.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { SkeletonFields } from '../../shared/ui/page/skeleton.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { UnknownTarget } from '../../shared/unknown-target.tsx';
import { BudgetRow } from './budget-row.tsx';
import styles from './budgets.module.css';
import { type Target, YearForm } from './year-form.tsx';

const MEASURES = [
  { value: 'money', text: 'R$' },
  { value: 'energy', text: 'kWh' },
  { value: 'water', text: 'm³' },
] as const satisfies readonly { value: BudgetMeasure; text: string }[];
const EMPTY = Array<null>(12).fill(null);
const YEARS_AHEAD = [-1, 0, 1, 2];

/** Name and measured kinds; undefined while loading, null where not visible. */
const useTarget = ({ kind, id }: Target) => {
  const establishments = useQuery({ ...queryFor(listEstablishments, {}), enabled: kind === 'establishment' });
  const groups = useQuery({ ...queryFor(listGroups, {}), enabled: kind === 'group' });
  const { data, isFetching } = kind === 'group' ? groups : establishments;
  const missing = data !== undefined && !isFetching ? null : undefined;
  if (kind === 'group') {
    const group = groups.data?.groups.find(({ _id }) => _id === id);
    if (group === undefined) return missing;
    return { name: group.name, hasWater: group.type === 'water', hasEnergy: group.type !== 'water' };
  }
  const establishment = establishments.data?.establishments.find(({ _id }) => _id === id);
  if (establishment === undefined) return missing;
  return {
    name: nameOf(establishment),
    hasWater: establishment.installations.some(({ type }) => type === 'water'),
    hasEnergy: establishment.installations.some(({ type }) => type !== 'water'),
  };
};

const Year = ({ target, measure, year }: { target: Target; measure: BudgetMeasure; year: string }) => {
  const query = useQuery(queryFor(readBudgetYear, { params: { ...target }, query: { year } }));
  if (query.data === undefined) return <Answer query={query} rest={<SkeletonFields fields={4} />} />;
  const amounts = query.data.plans.find((plan) => plan.measure === measure)?.amounts ?? EMPTY;
  return (
    <YearForm key={`${measure} ${year}`} target={target} measure={measure} year={year} amounts={amounts} />
  );
};

/** The current cycle, where it has a budget. */
const Now = ({ target }: { readonly target: Target }) => {
  const { data } = useQuery(queryFor(listBudgets, { query: { id: target.id } }));
  if (data === undefined || data.budgets.length === 0) return null;
  return (
    <Card title="Ciclo de agora">
      <ul aria-label="Metas do ciclo de agora">
        {data.budgets.map((budget) => (
          <BudgetRow key={budget.measure} budget={budget} isAlone />
        ))}
      </ul>
    </Card>
  );
};

export const BudgetPage = () => {
  const { kind, id = '' } = useParams();
  const mayPlanBudgets = useMay('plan-budgets');
  const [address, change] = useAddress();
  const target: Target = { kind: kind === 'group' ? 'group' : 'establishment', id };
  const found = useTarget(target);
  if (!mayPlanBudgets) return <Navigate to="/home" replace />;
  const all = <TextLink to="/budgets">Todas as metas</TextLink>;
  if (found === null) return <UnknownTarget kind={target.kind} action={all} />;
  const present = new Date().getFullYear();
  const years = YEARS_AHEAD.map((ahead) => String(present + ahead));
  const year = years.find((one) => one === address.get('ano')) ?? String(present);
  const measures = MEASURES.filter(
    ({ value }) => (value === 'water' ? found?.hasWater : found?.hasEnergy) ?? true,
  );
  const requested = BUDGET_MEASURES.find((measure) => measure === address.get('medida'));
  const measure = measures.find(({ value }) => value === requested)?.value ?? measures[0]?.value ?? 'money';
  // Starts from the state on screen: a change refused because of unsaved months must not return with the next one.
  const show = (next: { readonly ano?: string; readonly medida?: BudgetMeasure }) =>
    change({ ano: year, medida: measure, ...next });
  return (
    <Page title={found?.name ?? 'Metas'} overline="Metas" action={all}>
      <Now target={target} />
      <Card title="Planejar o ano" tour="budget-year">
        <div className={styles.choice}>
          <NativeSelect
            label="Ano"
            data={years}
            value={year}
            onChange={({ currentTarget }) => show({ ano: currentTarget.value })}
          />
          {measures.length > 1 && (
            <Segmented
              label="Em"
              value={measure}
              options={measures}
              onChange={(medida) => show({ medida })}
            />
          )}
        </div>
        <Year target={target} measure={measure} year={year} />
      </Card>
    </Page>
  );
};
