import { Button } from '@mantine/core';
import type { QueryInput } from '@nascente/contract/base/call';
import { type ListedPerson, listPeople } from '@nascente/contract/people/admin-people';
import { formatAgo } from '@nascente/domain/base/units/format';
import { isProfile, profileName, profiles } from '@nascente/domain/people/profiles';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '../../shared/api/api-client.ts';
import { type AddressChanges, pageIn, toPage, useAddress } from '../../shared/api/use-address.ts';
import { useNow } from '../../shared/consumption/use-now.ts';
import { Filter, optionsOf } from '../../shared/forms/fields/choice.tsx';
import { SearchField } from '../../shared/forms/fields/search-field.tsx';
import { useTyped } from '../../shared/forms/use-typed.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import rows from '../../shared/ui/marks/list-rows.module.css';
import end from '../../shared/ui/marks/row-end.module.css';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { Paging } from '../../shared/ui/page/paging.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { fullName } from './full-name.ts';
import styles from './people.module.css';
import { PersonDialog } from './person-dialog.tsx';

const PAGE_SIZE = 20;
type AccountState = 'enabled' | 'disabled';

/** The search in the address. */
type PeopleSearch = ReturnType<typeof readSearch>;

const readSearch = (address: URLSearchParams) => {
  const profile = address.get('perfil') ?? '';
  const named = address.get('situacao');
  const state: AccountState | null = named === 'enabled' || named === 'disabled' ? named : null;
  return {
    text: address.get('busca') ?? '',
    profile: isProfile(profile) ? profile : null,
    state,
    page: pageIn(address),
  };
};

const queryOf = ({ text, profile, state, page }: PeopleSearch): QueryInput<typeof listPeople> => ({
  ...(text.trim() !== '' && { search: text.trim() }),
  ...(profile !== null && { profile }),
  ...(state !== null && { state }),
  limit: `${PAGE_SIZE}`,
  skip: String((page - 1) * PAGE_SIZE),
});

const usePeopleSearch = () => {
  const [address, changeAddress] = useAddress();
  /** Another search starts at the first page. */
  const change = (changes: AddressChanges) => changeAddress({ ...toPage(1), ...changes });
  return { search: readSearch(address), change };
};

interface PeopleToolbarProps {
  search: PeopleSearch;
  onChange: (changes: AddressChanges) => void;
}

const STATES = optionsOf<AccountState>({ enabled: 'Contas ativas', disabled: 'Contas desativadas' });
const PROFILES = profiles.map((value) => ({ value, label: profileName(value) }));

const PeopleToolbar = ({ search, onChange }: PeopleToolbarProps) => {
  const [typed, setTyped] = useTyped(search.text, (text) => onChange({ busca: text || null }));
  return (
    <search className={styles.toolbar} data-tour="people-search">
      <SearchField
        className={styles.search ?? ''}
        label="Buscar pessoa"
        placeholder="Nome, e-mail ou CNPJ"
        maxLength={100}
        value={typed}
        onSearch={setTyped}
      />
      <Filter
        label="Perfil"
        all="Todos os perfis"
        options={PROFILES}
        value={search.profile}
        onChange={(perfil) => onChange({ perfil })}
      />
      <Filter
        label="Situação"
        all="Todas as situações"
        options={STATES}
        value={search.state}
        onChange={(situacao) => onChange({ situacao })}
      />
    </search>
  );
};

const MINUTE_MS = 60_000;

const PersonRow = ({ person, onOpen }: { person: ListedPerson; onOpen: () => void }) => {
  const now = useNow(MINUTE_MS);
  const { email, profile, active, disabled, lastSeen, meters } = person;
  return (
    <li>
      <button type="button" className={classNames(rows.row, styles.row)} onClick={onOpen}>
        <span className={rows.about}>
          <b>{fullName(person)}</b>
          <small>{email}</small>
        </span>
        <span className={end.tags}>
          <Tag>{profileName(profile)}</Tag>
          {disabled && <Tag tone="bad">Desativada</Tag>}
          {!disabled && !active && <Tag tone="warn">E-mail não confirmado</Tag>}
        </span>
        <span className={classNames(end.figures, styles.figures)}>
          {profile !== 'client' && <span>{meters === 1 ? '1 medidor' : `${meters} medidores`}</span>}
          <small>
            {lastSeen === null ? 'sem sessão' : `ativa ${formatAgo(Math.max(0, now - Date.parse(lastSeen)))}`}
          </small>
        </span>
        <Icon name="chevron-right" size={18} />
      </button>
    </li>
  );
};

const People = () => {
  const { search, change } = usePeopleSearch();
  const people = useQuery({
    ...queryFor(listPeople, { query: queryOf(search) }),
    placeholderData: keepPreviousData,
  });
  const [open, setOpen] = useState<ListedPerson | null>(null);
  const showAll = () => change({ busca: null, perfil: null, situacao: null });
  const found = people.data;
  return (
    <Card title="Contas" qualifier={found && `${found.total}`}>
      <PeopleToolbar search={search} onChange={change} />
      <Answer query={people} rows={6} />
      {found?.users.length === 0 && (
        <EmptyState
          icon="search"
          action={
            <Button variant="default" onClick={showAll}>
              Mostrar todas
            </Button>
          }
        >
          Ninguém foi encontrado com essa busca.
        </EmptyState>
      )}
      {found && found.users.length > 0 && (
        <ul
          className={rows.list}
          aria-label="Pessoas"
          aria-busy={people.isPlaceholderData}
          data-tour="people-list"
        >
          {found.users.map((person) => (
            <PersonRow key={person._id} person={person} onOpen={() => setOpen(person)} />
          ))}
        </ul>
      )}
      {found && (
        <Paging
          page={search.page}
          pages={Math.ceil(found.total / PAGE_SIZE)}
          onPage={(page) => change(toPage(page))}
        />
      )}
      {open !== null && <PersonDialog person={open} onClose={() => setOpen(null)} />}
    </Card>
  );
};

export const PeoplePage = () => (
  <AdminFrame title="Pessoas">
    <People />
  </AdminFrame>
);
