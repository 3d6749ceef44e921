import { Button, NativeSelect, TextInput } from '@mantine/core';
import { readPortfolioFile } from '@nascente/contract/insight/portfolio';
import { isStateCode, stateName } from '@nascente/domain/sites/registry/states';
import { type ReactNode, useDeferredValue } from 'react';
import { requestFile } from '../../shared/api/api-client.ts';
import { useAddress } from '../../shared/api/use-address.ts';
import type { MeterKind } from '../../shared/consumption/amount.ts';
import { useMay } from '../../shared/session-state/use-may.ts';
import { DownloadButtons } from '../../shared/ui/download-buttons.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { Loading } from '../../shared/ui/page/skeleton.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { ColumnChoice, useHiddenColumns } from './column-choice.tsx';
import styles from './portfolio.module.css';
import {
  foundRows,
  inOrder,
  MARKS,
  orderOf,
  type PortfolioRow,
  portfolioRows,
  type Sought,
  textOfOrder,
} from './portfolio-rows.ts';
import { PortfolioSums } from './portfolio-sums.tsx';
import { PortfolioTable } from './portfolio-table.tsx';
import { StateMap } from './state-map.tsx';
import { usePortfolio } from './use-portfolio.ts';

interface PortfolioToolbarProps {
  readonly columns: ReactNode;
  readonly rows: readonly PortfolioRow[];
  readonly sought: Sought;
  readonly onSearch: (search: string) => void;
  readonly onState: (state: string | null) => void;
  readonly onActivity: (activity: string | null) => void;
}

const valuesOf = (texts: readonly (string | null)[]): string[] =>
  [...new Set(texts.flatMap((text) => text ?? []))].sort();

interface FilterProps {
  readonly label: string;
  readonly all: string;
  readonly value: string | null;
  readonly values: readonly { value: string; label: string }[];
  readonly onChange: (value: string | null) => void;
}

/** Nothing to choose from where all are alike. */
const Filter = ({ label, all, value, values, onChange }: FilterProps) =>
  values.length < 2 && value === null ? null : (
    <NativeSelect
      aria-label={label}
      size="md"
      data={[{ value: '', label: all }, ...values]}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : currentTarget.value)}
    />
  );

const PortfolioToolbar = (props: PortfolioToolbarProps) => {
  const { columns, rows, sought, onSearch, onState, onActivity } = props;
  const states = valuesOf(rows.map(({ state }) => state));
  const activities = valuesOf(rows.map(({ activity }) => activity));
  return (
    <div className={styles.toolbar} data-tour="portfolio-filters">
      <TextInput
        className={styles.search ?? ''}
        type="search"
        aria-label="Buscar estabelecimento"
        placeholder="Buscar por nome ou cidade"
        leftSection={<Icon name="search" size={18} />}
        value={sought.search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      <Filter
        label="Mostrar o estado"
        all="Todos os estados"
        value={sought.state}
        values={states.map((value) => ({ value, label: isStateCode(value) ? stateName(value) : value }))}
        onChange={onState}
      />
      <Filter
        label="Mostrar a atividade"
        all="Todas as atividades"
        value={sought.activity}
        values={activities.map((value) => ({ value, label: value }))}
        onChange={onActivity}
      />
      {columns}
    </div>
  );
};

const KINDS = [
  { value: 'eletric', text: 'Energia', inAddress: 'energia' },
  { value: 'water', text: 'Água', inAddress: 'agua' },
] as const;

const Download = ({ kind }: { readonly kind: MeterKind }) => (
  <DownloadButtons
    formats={{ xlsx: 'Baixar planilha' }}
    fetchFile={() => requestFile(readPortfolioFile, { query: { type: kind } })}
    fileName={() => 'portfolio.xlsx'}
    done="A planilha foi baixada."
  />
);

/** What is looked for, how it is ordered and of which kind: all of it in the address. */
const useChoice = () => {
  const [address, change] = useAddress();
  const wanted: MeterKind | null =
    KINDS.find(({ inAddress }) => inAddress === address.get('tipo'))?.value ?? null;
  const sought: Sought = {
    search: address.get('busca') ?? '',
    state: address.get('estado'),
    activity: address.get('atividade'),
    mark: MARKS.find((mark) => mark === address.get('so')) ?? null,
  };
  return { wanted, sought, order: orderOf(address.get('ordem')), change };
};

const Compared = ({
  portfolio,
  choice: { sought, order, change },
}: {
  readonly portfolio: ReturnType<typeof usePortfolio>;
  readonly choice: ReturnType<typeof useChoice>;
}) => {
  const { kind, establishments, entryOf, read, failed } = portfolio;
  const [hidden, setHidden] = useHiddenColumns();
  const rows = portfolioRows(establishments, entryOf);
  const search = useDeferredValue(sought.search);
  const shown = inOrder(foundRows(rows, { ...sought, search }), order);
  return (
    <>
      <Card tour="portfolio-sum">
        <div className={styles.top}>
          <div>
            <PortfolioSums rows={rows} read={read} mark={sought.mark} onMark={(so) => change({ so })} />
          </div>
          {/* A map of one state says nothing. */}
          {new Set(rows.map(({ state }) => state)).size > 1 && (
            <StateMap rows={rows} chosen={sought.state} onChoose={(estado) => change({ estado })} />
          )}
        </div>
        {failed?.error && (
          <ErrorState failure={failed.error} onRetry={failed.refetch} retrying={failed.isFetching} />
        )}
      </Card>
      <Card
        title="Lado a lado"
        qualifier={shown.length < rows.length && `${shown.length} de ${rows.length}`}
        tour="portfolio-table"
      >
        <PortfolioToolbar
          columns={<ColumnChoice kind={kind} hidden={hidden} onChange={setHidden} />}
          rows={rows}
          sought={sought}
          onSearch={(busca) => change({ busca: busca === '' ? null : busca })}
          onState={(estado) => change({ estado })}
          onActivity={(atividade) => change({ atividade })}
        />
        {shown.length === 0 ? (
          <EmptyState
            icon="search"
            action={
              <Button
                variant="default"
                onClick={() => change({ busca: null, estado: null, atividade: null, so: null })}
              >
                Mostrar todos
              </Button>
            }
          >
            Nenhum estabelecimento com isso.
          </EmptyState>
        ) : (
          <PortfolioTable
            rows={shown}
            hidden={hidden}
            kind={kind}
            order={order}
            onOrder={(next) => change({ ordem: textOfOrder(next) })}
          />
        )}
        <p className={styles.divided}>
          Por m², pessoa e hora aberta: o previsto do ciclo, dividido pelo que está no cadastro de cada um.
        </p>
      </Card>
    </>
  );
};

/** Who has more than one establishment sees them beside each other. */
export const PortfolioPage = () => {
  const mayShareFigures = useMay('share-figures');
  const choice = useChoice();
  const portfolio = usePortfolio(choice.wanted);
  const { all, hasWater, kind, usual, establishments, query } = portfolio;
  const isWater = kind === 'water';
  const action = (
    <div className={styles.actions}>
      {(hasWater || isWater) && (
        <Segmented
          label="Mostrar"
          value={kind}
          options={KINDS}
          onChange={(next) =>
            choice.change({
              tipo: next === usual ? null : (KINDS.find(({ value }) => value === next)?.inAddress ?? null),
            })
          }
        />
      )}
      {establishments.length > 1 && mayShareFigures && (
        <TextLink to="/account/links">Compartilhar por link</TextLink>
      )}
      {establishments.length > 1 && <Download kind={kind} />}
    </div>
  );
  return (
    <Page title="Portfólio" action={action}>
      {all === undefined && (
        <Card>
          {query.error === null ? (
            <Loading rows={6} />
          ) : (
            <ErrorState failure={query.error} onRetry={query.refetch} retrying={query.isFetching} />
          )}
        </Card>
      )}
      {all !== undefined && establishments.length < 2 && (
        <Card>
          <EmptyState icon="home" action={<TextLink to="/home">Ir para o início</TextLink>}>
            {isWater
              ? 'Para comparar a água são precisos ao menos dois estabelecimentos com medidor de água.'
              : 'Para comparar são precisos ao menos dois estabelecimentos com medidor.'}
          </EmptyState>
        </Card>
      )}
      {establishments.length > 1 && <Compared portfolio={portfolio} choice={choice} />}
    </Page>
  );
};
