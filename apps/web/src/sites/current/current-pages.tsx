import { listEstablishments } from '@nascente/contract/sites/establishments';
import type { Board } from '@nascente/contract/sites/meters';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation } from 'react-router';
import { queryFor } from '../../shared/api/api-client.ts';
import { metersQuery } from '../../shared/boards/meters-query.ts';
import { lastEstablishment } from '../../shared/session-state/last-establishment.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { useMay } from '../../shared/session-state/use-may.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { Page } from '../../shared/ui/page/page.tsx';

interface CurrentPageProps {
  readonly title: string;
  /** The address for an establishment; null where it has nothing to open. */
  readonly addressOf: (establishmentId: string, boards: readonly Board[]) => string | null;
  readonly emptyText: string;
  readonly emptyAction: { readonly to: string; readonly text: string } | null;
}

/** Opens a screen for the last opened establishment, or the first one. */
const CurrentPage = ({ title, addressOf, emptyText, emptyAction }: CurrentPageProps) => {
  const { _id: accountId } = useUser();
  const { search, state } = useLocation();
  const establishments = useQuery(queryFor(listEstablishments, {}));
  const meters = useQuery(metersQuery);
  const failed = [establishments, meters].find(({ data, isError }) => isError && data === undefined);
  const list = establishments.data?.establishments;
  const boards = meters.data?.installationsMeter;
  if (list !== undefined && boards !== undefined) {
    const last = lastEstablishment(accountId);
    const current = list.find(({ _id }) => _id === last) ?? list[0];
    const address = current === undefined ? null : addressOf(current._id, boards);
    if (address !== null) return <Navigate to={{ pathname: address, search }} replace state={state} />;
  }
  const isEmpty = list !== undefined && boards !== undefined;
  return (
    <Page title={title}>
      <Card>
        {isEmpty ? (
          <EmptyState
            icon="home"
            action={emptyAction && <TextLink to={emptyAction.to}>{emptyAction.text}</TextLink>}
          >
            {emptyText}
          </EmptyState>
        ) : (
          <Answer<unknown> query={failed ?? (list === undefined ? establishments : meters)} rows={4} />
        )}
      </Card>
    </Page>
  );
};

const useNewEstablishment = () =>
  useMay('create-establishment') ? { to: '/new/establishment', text: 'Cadastrar estabelecimento' } : null;

/** /bill */
export const CurrentBillPage = () => (
  <CurrentPage
    title="Fatura"
    addressOf={(id) => `/bill/${id}`}
    emptyText="A fatura aparece aqui quando houver um estabelecimento."
    emptyAction={useNewEstablishment()}
  />
);

/** /flow */
export const CurrentFlowPage = () => (
  <CurrentPage
    title="Para onde vai"
    addressOf={(id) => `/flow/${id}`}
    emptyText="Para onde vai a energia aparece aqui quando houver um estabelecimento."
    emptyAction={useNewEstablishment()}
  />
);

/** Its general meter, else its first one; another establishment's meter where it has none. */
const historyOf = (establishmentId: string, boards: readonly Board[]): string | null => {
  const own = boards.filter((board) => board.establishmentId === establishmentId);
  const meter = own.find(({ isGeral }) => isGeral) ?? own[0] ?? boards[0];
  return meter === undefined ? null : `/history/${meter.macAddress}`;
};

/** /history */
export const CurrentHistoryPage = () => (
  <CurrentPage
    title="Histórico"
    addressOf={historyOf}
    emptyText="O histórico aparece aqui quando houver um medidor."
    emptyAction={{ to: '/dashboard', text: 'Ver medidores' }}
  />
);
