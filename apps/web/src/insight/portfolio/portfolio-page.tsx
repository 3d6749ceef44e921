import { Button, Checkbox } from '@mantine/core';
import {
  MAX_FIGURES,
  type PortfolioEntries,
  readPortfolio,
  readPortfolioFile,
} from '@nascente/contract/insight/portfolio';
import { type Establishment, listEstablishments } from '@nascente/contract/sites/establishments';
import { may } from '@nascente/domain/people/permissions';
import { isStateCode, stateName } from '@nascente/domain/sites/registry/states';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { queryFor, requestFile } from '../../shared/api/api-client.ts';
import { useAddress } from '../../shared/api/use-address.ts';
import type { MeterKind } from '../../shared/consumption/amount.ts';
import { Filter } from '../../shared/forms/fields/choice.tsx';
import { SearchField } from '../../shared/forms/fields/search-field.tsx';
import { readPreference, writePreference } from '../../shared/session-state/local-preference.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { useMay } from '../../shared/session-state/use-may.ts';
import { DownloadButtons } from '../../shared/ui/download-buttons.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import styles from './portfolio.module.css';
import {
  type EntryOf,
  foundRows,
  inOrder,
  MARKS,
  orderOf,
  type PortfolioRow,
  portfolioRows,
  type Sought,
  textOfOrder,
} from './portfolio-rows.ts';
import { PortfolioSums, StateMap } from './portfolio-sums.tsx';
import { choosableColumns, PortfolioTable } from './portfolio-table.tsx';

const FRESH_MS = 60_000;
/** Concurrent calls, which leave capacity for the rest of the screen. */
const CONCURRENT = 2;

const isOfKind = ({ installations }: Establishment, kind: MeterKind): boolean =>
  installations.some(({ type }) => (type === 'water') === (kind === 'water'));

const ofKind = (all: readonly Establishment[] | undefined, kind: MeterKind): readonly Establishment[] =>
  (all ?? []).filter((one) => isOfKind(one, kind));

/** The establishments of the own account; an Admin, who sees every customer's, compares none here. */
const useListed = () => {
  const { _id, profile } = useUser();
  const query = useQuery(queryFor(listEstablishments, {}));
  const listed = query.data?.establishments.filter(
    ({ owner }) => !may(profile, 'see-every-customer') || owner === _id,
  );
  return { listed, query };
};

const inCalls = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / MAX_FIGURES) }, (_, call) =>
    ids.slice(call * MAX_FIGURES, (call + 1) * MAX_FIGURES),
  );

/** Figures of establishments in calls of a few at a time, shown as they arrive. */
const useFigures = (establishments: readonly Establishment[], type: MeterKind) => {
  const calls = inCalls(establishments.map(({ _id }) => _id).sort());
  const client = useQueryClient();
  const queries = calls.map((ids) => queryFor(readPortfolio, { body: { ids, type } }));
  const isAnswered = (call: number): boolean => {
    const query = queries[call];
    return query === undefined || client.getQueryState(query.queryKey)?.status !== 'pending';
  };
  const answers = useQueries({
    queries: queries.map((query, call) => ({
      ...query,
      staleTime: FRESH_MS,
      // Each call waits until only the one before it is pending.
      enabled: isAnswered(call - CONCURRENT),
    })),
  });
  const entries = new Map<string, PortfolioEntries[number]>();
  for (const [call, ids] of calls.entries())
    for (const [index, id] of ids.entries()) {
      const entry = answers[call]?.data?.establishments[index];
      if (entry !== undefined) entries.set(id, entry);
    }
  const failed = answers.find(({ isError }) => isError);
  return { entries, failed };
};

/** @param wanted - the kind; null: electricity, or water where only water can be compared */
const usePortfolio = (wanted: MeterKind | null) => {
  const { listed: all, query } = useListed();
  const [electric, water] = [ofKind(all, 'eletric'), ofKind(all, 'water')];
  const usual: MeterKind = electric.length < 2 && water.length > 1 ? 'water' : 'eletric';
  const kind = wanted ?? usual;
  const establishments = kind === 'water' ? water : electric;
  const { entries, failed } = useFigures(establishments, kind);
  const entryOf: EntryOf = (id) => entries.get(id);
  return {
    all,
    hasWater: water.length > 0,
    kind,
    usual,
    establishments,
    entryOf,
    read: entries.size,
    failed,
    query,
  };
};

const PREFERENCE = 'portfolio-hidden-columns';

/** Columns hidden on this device. */
const useHiddenColumns = (): readonly [ReadonlySet<string>, (hidden: ReadonlySet<string>) => void] => {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(
    () => new Set(readPreference(PREFERENCE)?.split(' ')),
  );
  return [
    hidden,
    (next) => {
      writePreference(PREFERENCE, next.size === 0 ? null : [...next].join(' '));
      setHidden(next);
    },
  ];
};

interface ColumnChoiceProps {
  readonly kind: MeterKind;
  readonly hidden: ReadonlySet<string>;
  readonly onChange: (hidden: ReadonlySet<string>) => void;
}

const ColumnChoice = ({ kind, hidden, onChange }: ColumnChoiceProps) => (
  <details className={styles.columns}>
    <summary>Colunas</summary>
    <fieldset aria-label="Colunas da tabela">
      {choosableColumns(kind).map(({ name, label }) => (
        <Checkbox
          key={name}
          label={label}
          checked={!hidden.has(name)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(new Set([...[...hidden].filter((one) => one !== name), ...(checked ? [] : [name])]))
          }
        />
      ))}
    </fieldset>
  </details>
);

interface PortfolioToolbarProps {
  readonly columns: ReactNode;
  readonly rows: readonly PortfolioRow[];
  readonly sought: Sought;
  readonly onChange: ReturnType<typeof useChoice>['change'];
}

const valuesOf = (texts: readonly (string | null)[]): string[] =>
  [...new Set(texts.flatMap((text) => text ?? []))].sort();

const PortfolioToolbar = (props: PortfolioToolbarProps) => {
  const { columns, rows, sought, onChange } = props;
  const states = valuesOf(rows.map(({ state }) => state));
  const activities = valuesOf(rows.map(({ activity }) => activity));
  return (
    <div className={styles.toolbar} data-tour="portfolio-filters">
      <SearchField
        className={styles.search ?? ''}
        label="Buscar estabelecimento"
        placeholder="Buscar por nome ou cidade"
        value={sought.search}
        onSearch={(busca) => onChange({ busca: busca === '' ? null : busca })}
      />
      {(states.length > 1 || sought.state !== null) && (
        <Filter
          size="md"
          label="Mostrar o estado"
          all="Todos os estados"
          value={sought.state}
          options={states.map((value) => ({ value, label: isStateCode(value) ? stateName(value) : value }))}
          onChange={(estado) => onChange({ estado })}
        />
      )}
      {(activities.length > 1 || sought.activity !== null) && (
        <Filter
          size="md"
          label="Mostrar a atividade"
          all="Todas as atividades"
          value={sought.activity}
          options={activities.map((value) => ({ value, label: value }))}
          onChange={(atividade) => onChange({ atividade })}
        />
      )}
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

/** Search, order and kind, all in the address. */
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
          {/* A map of one state shows nothing. */}
          {new Set(rows.map(({ state }) => state)).size > 1 && (
            <StateMap rows={rows} chosen={sought.state} onChoose={(estado) => change({ estado })} />
          )}
        </div>
        {failed && <Answer<unknown> query={failed} />}
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
          onChange={change}
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
          <Answer<unknown> query={query} rows={6} />
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
