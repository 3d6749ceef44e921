import { Button, NativeSelect, TextInput } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Input.css';
import { listTariffs, type Tariff } from '@nascente/contract/sites/tariffs';
import { formatNumber } from '@nascente/domain/base/units/format';
import { MODALITIES } from '@nascente/domain/sites/tariffs/tariff-rules';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { queryFor } from '../../shared/api/api-client.ts';
import { modalityNames } from '../../shared/tariffs/modality-words.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import rows from '../../shared/ui/marks/list-rows.module.css';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Paging } from '../../shared/ui/page/paging.tsx';
import { Loading, SkeletonRows } from '../../shared/ui/page/skeleton.tsx';
import { TariffRow } from './tariff-row.tsx';
import { findTariffs, PAGE_SIZE, type TariffSearch, useTariffSearch } from './tariff-search.ts';
import styles from './tariffs.module.css';
import { TariffsFrame } from './tariffs-frame.tsx';

interface SearchProps {
  search: TariffSearch;
  change: (changed: Partial<TariffSearch>) => void;
}

const Toolbar = ({ search, change }: SearchProps) => (
  <search className={styles.toolbar} data-tour="tariffs-search">
    <TextInput
      type="search"
      aria-label="Buscar tarifa"
      placeholder="Distribuidora ou classe"
      maxLength={100}
      leftSection={<Icon name="search" size={18} />}
      value={search.text}
      onChange={(event) => change({ text: event.currentTarget.value })}
    />
    <NativeSelect
      aria-label="Modalidade"
      data={[
        { value: '', label: 'Todas as modalidades' },
        ...MODALITIES.map((value) => ({ value, label: modalityNames[value] })),
      ]}
      value={search.modality ?? ''}
      onChange={({ currentTarget: { value } }) =>
        change({ modality: MODALITIES.find((modality) => modality === value) ?? null })
      }
    />
  </search>
);

const Found = ({ found, search, change }: SearchProps & { found: readonly Tariff[] }) => {
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const page = Math.min(search.page, pages);
  if (found.length === 0)
    return (
      <EmptyState
        icon="search"
        action={
          <Button variant="default" onClick={() => change({ text: '', modality: null })}>
            Mostrar todas
          </Button>
        }
      >
        Nenhuma tarifa foi encontrada com essa busca.
      </EmptyState>
    );
  return (
    <>
      <ul className={rows.list} aria-label="Tarifas" data-tour="tariffs-list">
        {found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((tariff) => (
          <TariffRow key={tariff._id} tariff={tariff} />
        ))}
      </ul>
      <Paging page={page} pages={pages} onPage={(next) => change({ page: next })} />
    </>
  );
};

const Tariffs = () => {
  const { search, change } = useTariffSearch();
  const tariffs = useQuery(queryFor(listTariffs, {}));
  const { text, modality, page } = search;
  const found = useMemo(
    () => findTariffs(tariffs.data?.taxes ?? [], { text, modality, page }),
    [tariffs.data, text, modality, page],
  );
  return (
    <Card title="Tarifas cadastradas" qualifier={tariffs.data && formatNumber(found.length, 0)}>
      <Toolbar search={search} change={change} />
      {tariffs.isError && (
        <ErrorState failure={tariffs.error} onRetry={tariffs.refetch} retrying={tariffs.isFetching} />
      )}
      {tariffs.isPending && (
        <Loading>
          <SkeletonRows rows={6} />
        </Loading>
      )}
      {tariffs.data && <Found found={found} search={search} change={change} />}
    </Card>
  );
};

/** Every tariff: to be found, opened, added to. */
export const TariffsPage = () => (
  <TariffsFrame
    title="Tarifas"
    action={
      <Button
        component={Link}
        to="/tariffs/new"
        leftSection={<Icon name="plus" size={18} />}
        data-tour="tariffs-new"
      >
        Nova tarifa
      </Button>
    }
  >
    <Tariffs />
  </TariffsFrame>
);
