import { Button } from '@mantine/core';
import { listTariffs, type Tariff } from '@nascente/contract/sites/tariffs';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay, formatNumber } from '@nascente/domain/base/units/format';
import { MODALITIES, type Modality } from '@nascente/domain/sites/tariffs/tariff-rules';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { queryFor } from '../../shared/api/api-client.ts';
import { type AddressChanges, pageIn, toPage, useAddress } from '../../shared/api/use-address.ts';
import { matchesSearch } from '../../shared/fold-for-search.ts';
import { Filter, optionsOf } from '../../shared/forms/fields/choice.tsx';
import { SearchField } from '../../shared/forms/fields/search-field.tsx';
import { modalityNames, tariffKind, tariffName, tariffPrices } from '../../shared/tariffs/tariff-texts.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import rows from '../../shared/ui/marks/list-rows.module.css';
import end from '../../shared/ui/marks/row-end.module.css';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { Paging } from '../../shared/ui/page/paging.tsx';
import styles from './tariffs.module.css';
import { TariffsFrame } from './tariffs-frame.tsx';

const PAGE_SIZE = 30;

/** The search in the address. */
type TariffSearch = ReturnType<typeof readSearch>;

const isModality = (text: string | null): text is Modality =>
  (MODALITIES as readonly (string | null)[]).includes(text);

const readSearch = (address: URLSearchParams) => {
  const modality = address.get('modalidade');
  return {
    text: address.get('busca') ?? '',
    modality: isModality(modality) ? modality : null,
    page: pageIn(address),
  };
};

const useTariffSearch = () => {
  const [address, changeAddress] = useAddress();
  // The field is ahead of the address, which the router updates later.
  const [text, setText] = useState(address.get('busca') ?? '');
  /** Another search starts at the first page. */
  const change = (changes: AddressChanges) => {
    if (changes.busca !== undefined) setText(changes.busca ?? '');
    changeAddress({ ...toPage(1), ...changes });
  };
  return { search: { ...readSearch(address), text }, change };
};

/** The matching tariffs by distributor, in listed order. */
const findTariffs = (tariffs: readonly Tariff[], { text, modality }: TariffSearch): Tariff[] => {
  const matches = matchesSearch(text);
  return tariffs
    .filter(
      (tariff) =>
        (modality === null || tariff.modality === modality) && matches({ label: tariffName(tariff) }),
    )
    .sort((one, other) => one.distributor.localeCompare(other.distributor, 'pt-BR'));
};

const TariffRow = ({ tariff }: { tariff: Tariff }) => (
  <li>
    <Link className={classNames(rows.row, styles.row)} to={`/tariffs/${tariff._id}`}>
      <span className={rows.about}>
        <b>{tariff.distributor}</b>
        <small>{tariffKind(tariff)}</small>
      </span>
      <span className={end.tags}>
        <Tag>{modalityNames[tariff.modality]}</Tag>
        {tariff.versions > 1 && <Tag>{tariff.versions} versões</Tag>}
      </span>
      <span className={end.figures}>
        <span>{tariffPrices(tariff)}</span>
        <small>desde {formatDay(tariff.validFrom as CivilDate)}</small>
      </span>
      <Icon name="chevron-right" size={18} />
    </Link>
  </li>
);

interface SearchProps {
  search: TariffSearch;
  change: (changes: AddressChanges) => void;
}

const Toolbar = ({ search, change }: SearchProps) => (
  <search className={styles.toolbar} data-tour="tariffs-search">
    <SearchField
      label="Buscar tarifa"
      placeholder="Distribuidora ou classe"
      maxLength={100}
      value={search.text}
      onSearch={(text) => change({ busca: text || null })}
    />
    <Filter
      label="Modalidade"
      all="Todas as modalidades"
      options={optionsOf(modalityNames, MODALITIES)}
      value={search.modality}
      onChange={(modalidade) => change({ modalidade })}
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
          <Button variant="default" onClick={() => change({ busca: null, modalidade: null })}>
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
      <Paging page={page} pages={pages} onPage={(next) => change(toPage(next))} />
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
      <Answer query={tariffs} rows={6}>
        {() => <Found found={found} search={search} change={change} />}
      </Answer>
    </Card>
  );
};

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
