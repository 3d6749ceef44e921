import type { Opportunities } from '@nascente/contract/insight/opportunities';
import { leakMacOf, type Opportunity } from '@nascente/contract/insight/opportunity-kinds';
import { listEstablishments } from '@nascente/contract/sites/establishments';
import { formatNumber } from '@nascente/domain/base/units/format';
import { useQuery } from '@tanstack/react-query';
import { type FocusEvent, useEffect, useRef } from 'react';
import { queryFor } from '../../shared/api/api-client.ts';
import { useAddress } from '../../shared/api/use-address.ts';
import { nameOf } from '../../shared/establishment-name.ts';
import { useOpportunities } from '../../shared/opportunities/use-opportunities.ts';
import { lastEstablishment } from '../../shared/session-state/last-establishment.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { useMay } from '../../shared/session-state/use-may.ts';
import { BigNumber } from '../../shared/ui/marks/big-number.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { WorkProgress } from '../../shared/ui/work-progress.tsx';
import styles from './opportunities.module.css';
import { OpportunityRow } from './opportunity-row.tsx';
import { together } from './same-prices.ts';

/**
 * Keeps the focus for keyboard users: a decided row leaves the list, and the row in its place takes the focus.
 * @param rows - changes whenever rows do
 */
const useStableFocus = (rows: string) => {
  const list = useRef<HTMLUListElement>(null);
  const focused = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: The focus is looked after when rows change, and only then.
  useEffect(() => {
    const { children } = list.current ?? { children: [] };
    if (focused.current === null || document.activeElement !== document.body) return;
    const row = children[Math.min(focused.current, children.length - 1)];
    if (row instanceof HTMLElement) row.focus();
  }, [rows]);
  const onFocus = ({ currentTarget, target }: FocusEvent<HTMLUListElement>): void => {
    const row = [...currentTarget.children].findIndex((one) => one.contains(target));
    focused.current = row === -1 ? null : row;
  };
  return { ref: list, onFocus };
};

type View = 'todo' | 'over';

const isToDo = ({ state }: Opportunity): boolean => state === 'open' || state === 'accepted';

const Progress = ({ looked: { done, of } }: Pick<Opportunities, 'looked'>) =>
  done < of ? (
    <div className={styles.progress}>
      <WorkProgress label="Estabelecimentos olhados" done={done} of={of}>
        {`${done} de ${of} estabelecimentos olhados`}
      </WorkProgress>
    </div>
  ) : null;

/** Kinds outside an electricity bill, or outside the sum. */
const APART: ReadonlySet<Opportunity['kind']> = new Set([
  'leak',
  'bill-wrong',
  'expiring-credits',
  'old-prices',
  'free-market',
  'no-general-meter',
]);

/** Whether two savings apply to one bill, so that they cannot be added. */
const overlap = (opportunities: readonly Opportunity[]): boolean => {
  const ofBills = opportunities.filter((one) => isToDo(one) && !APART.has(one.kind));
  return new Set(ofBills.map(({ establishment }) => establishment._id)).size < ofBills.length;
};

const idOf = (opportunity: Opportunity): string =>
  `${opportunity.establishment._id} ${opportunity.kind} ${leakMacOf(opportunity)}`;

/** A client can neither enter a contract nor see a whole bill: its Manager can. */
const emptyText = (view: View, isLooking: boolean, isClient: boolean): string => {
  if (view === 'over') return 'Nada foi feito ou descartado ainda.';
  if (isLooking) return 'Nada a economizar até aqui: ainda estamos olhando.';
  return isClient
    ? 'Nada a economizar por enquanto nos medidores que você acompanha. Onde eles são só parte do estabelecimento, procuramos vazamentos de água; o que se economiza na fatura inteira, pergunte a quem deu acesso a você.'
    : 'Nada a economizar por enquanto. A tarifa e a demanda são comparadas depois do primeiro ciclo completo com contrato.';
};

/** Leads to the tariffs of the establishment viewed last: savings are looked for here, whatever was found. */
const CompareTariffs = () => {
  const { _id: accountId } = useUser();
  const { data } = useQuery(queryFor(listEstablishments, {}));
  const maySeeBills = useMay('see-bills');
  const last = lastEstablishment(accountId);
  const electric = (data?.establishments ?? []).filter(({ installations }) =>
    installations.some(({ type }) => type !== 'water'),
  );
  const establishment = electric.find(({ _id }) => _id === last) ?? electric[0];
  if (!maySeeBills || establishment === undefined) return null;
  return (
    <p className={styles.tariffs}>
      <TextLink to={`/bill/${establishment._id}/tariffs`}>Qual tarifa? {nameOf(establishment)}</TextLink>
    </p>
  );
};

const Lists = ({ answer, view }: { readonly answer: Opportunities; readonly view: View }) => {
  const { profile } = useUser();
  const { opportunities, perYear, looked } = answer;
  const shown = together(opportunities.filter((one) => isToDo(one) === (view === 'todo')));
  const rows = shown.map((row) => ({ key: row.map(idOf).join(' '), row }));
  const list = useStableFocus(rows.map(({ key, row: [{ state }] }) => `${key} ${state}`).join());
  return (
    <>
      {view === 'todo' && (
        <Card tour="opportunities-sum">
          <p className={styles.muted}>Dá para economizar</p>
          <p className={styles.sum}>
            <BigNumber value={formatNumber(Math.round(perYear), 0)} currency="R$" size="page" />{' '}
            <span className={styles.muted}>por ano</span>
          </p>
          {overlap(opportunities) && (
            <p className={styles.muted}>
              Feitas juntas no mesmo lugar, podem economizar um pouco menos que a soma.
            </p>
          )}
          <CompareTariffs />
          <Progress looked={looked} />
        </Card>
      )}
      <Card>
        {shown.length === 0 && (
          <EmptyState icon="check">
            {emptyText(view, looked.done < looked.of, profile === 'client')}
          </EmptyState>
        )}
        <ul aria-label="Oportunidades" data-tour="opportunities-list" {...list}>
          {rows.map(({ key, row }) => (
            <OpportunityRow key={key} opportunities={row} />
          ))}
        </ul>
      </Card>
    </>
  );
};

const NoMeasurement = () => (
  <Card>
    <EmptyState icon="leaf" action={<TextLink to="/home">Ir para o início</TextLink>}>
      O que dá para economizar aparece aqui quando houver um estabelecimento com medidor.
    </EmptyState>
  </Card>
);

export const OpportunitiesPage = () => {
  const query = useOpportunities();
  const { data } = query;
  const [address] = useAddress();
  const view: View = address.get('lista') === 'feitas' ? 'over' : 'todo';
  return (
    <Page title={view === 'over' ? 'Resultados' : 'Oportunidades'}>
      {data !== undefined && (data.looked.of === 0 ? <NoMeasurement /> : <Lists answer={data} view={view} />)}
      {data === undefined && (
        <Card>
          <Answer query={query} rows={4} />
        </Card>
      )}
    </Page>
  );
};
