import { Combobox, useCombobox } from '@mantine/core';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Input.css';
import { type Board, listMeters } from '@nascente/contract/meters';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { queryFor } from '../../shared/api-client.ts';
import { foldForSearch } from '../../shared/fold-for-search.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { StatusDot } from '../../shared/ui/tag.tsx';
import styles from './meter-selector.module.css';
import { useMeterOnScreen } from './use-meter-on-screen.ts';

const SEARCH_FROM = 8;
const SHOWN_AT_MOST = 60;
const ALL = '';

const useMatches = (boards: readonly Board[], search: string) =>
  useMemo(() => {
    const sought = foldForSearch(search);
    return boards
      .filter(({ Alias, macAddress }) => foldForSearch(`${Alias} ${macAddress}`).includes(sought))
      .sort((one, other) => one.Alias.localeCompare(other.Alias, 'pt-BR', { numeric: true }));
  }, [boards, search]);

const MeterOption = ({ board, isCurrent }: { board: Board; isCurrent: boolean }) => (
  <Combobox.Option value={board.macAddress} className={styles.option} active={isCurrent}>
    <StatusDot tone={board.online ? 'good' : 'neutral'} />
    <span className={styles.name}>{board.Alias}</span>
    {isCurrent && <Icon name="check" size={18} />}
  </Combobox.Option>
);

/** Which meter is on screen, and the way to any other; with a search once there are many. */
export const MeterSelector = () => {
  const navigate = useNavigate();
  const current = useMeterOnScreen();
  const [search, setSearch] = useState('');
  const { data } = useQuery(queryFor(listMeters, {}));
  const boards = data?.installationsMeter ?? [];
  const matches = useMatches(boards, search);
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setSearch('');
    },
  });
  const choose = (mac: string) => {
    combobox.closeDropdown();
    void navigate(mac === ALL ? '/dashboard' : `/meter/${mac}`);
  };
  const selected = boards.find(({ macAddress }) => macAddress === current);
  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      width={320}
      offset={6}
      shadow="md"
      withinPortal={false}
      onOptionSubmit={choose}
    >
      <Combobox.Target targetType="button">
        <button
          type="button"
          data-tour="meter-selector"
          className={styles.target}
          aria-label={`Medidor: ${selected?.Alias ?? 'todos'}`}
          onClick={() => combobox.toggleDropdown()}
        >
          <Icon name="meter" />
          <span className={styles.name}>{selected?.Alias ?? 'Todos os medidores'}</span>
          <Icon name="chevron-down" />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown className={styles.dropdown}>
        {boards.length >= SEARCH_FROM && (
          <Combobox.Search
            value={search}
            onChange={(event) => {
              setSearch(event.currentTarget.value);
              combobox.updateSelectedOptionIndex();
            }}
            placeholder="Buscar medidor"
            aria-label="Buscar medidor"
            leftSection={<Icon name="search" size={18} />}
          />
        )}
        <Combobox.Options className={styles.options} aria-label="Medidores" tabIndex={0}>
          {search === '' && (
            <Combobox.Option value={ALL} className={styles.option} active={current === null}>
              <Icon name="meter" size={18} />
              <span className={styles.name}>Todos os medidores</span>
            </Combobox.Option>
          )}
          {matches.slice(0, SHOWN_AT_MOST).map((board) => (
            <MeterOption key={board.id} board={board} isCurrent={board.macAddress === current} />
          ))}
          {matches.length === 0 && search !== '' && (
            <Combobox.Empty>Nenhum medidor com esse nome.</Combobox.Empty>
          )}
        </Combobox.Options>
        {matches.length > SHOWN_AT_MOST && (
          <p className={styles.more}>Mais {matches.length - SHOWN_AT_MOST}: busque pelo nome.</p>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
};
