import { Combobox, useCombobox } from '@mantine/core';
import type { Board } from '@nascente/contract/sites/meters';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { seriesOfMeter } from '../../shared/explorer/series-of-meter.ts';
import { foldForSearch } from '../../shared/fold-for-search.ts';
import { useMay } from '../../shared/session-state/use-may.ts';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import { StatusDot } from '../../shared/ui/marks/tag.tsx';
import { MeterButton } from './meter-button.tsx';
import styles from './meter-selector.module.css';

const SEARCH_FROM = 8;
const MAX_SHOWN = 60;
/** Choices other than meters, by the screens they open. */
const ALL_METERS = '/dashboard';
const ALL_ESTABLISHMENTS = '/portfolio';

const EXPLORER = '/explore';

/** The address of the current curves for another meter. */
const exploredOf = (board: Board, search: string): string => {
  const address = new URLSearchParams(search);
  const quantities = (address.get('ver') ?? '').split(',').map((part) => part.split('~')[1] ?? '');
  const series = seriesOfMeter(quantities, board);
  address.set('ver', series.map(({ mac, quantity }) => `${mac}~${quantity}`).join(','));
  return `${EXPLORER}?${address.toString()}`;
};

const addressOf = (chosen: string): string => (chosen.startsWith('/') ? chosen : `/meter/${chosen}`);

const useMatches = (boards: readonly Board[], text: string) =>
  useMemo(() => {
    const sought = foldForSearch(text);
    return boards
      .filter(({ Alias, macAddress }) => foldForSearch(`${Alias} ${macAddress}`).includes(sought))
      .sort((one, other) => one.Alias.localeCompare(other.Alias, 'pt-BR', { numeric: true }));
  }, [boards, text]);

const MeterOption = ({ board, isCurrent }: { board: Board; isCurrent: boolean }) => (
  <Combobox.Option value={board.macAddress} className={styles.option} active={isCurrent}>
    <StatusDot tone={board.online ? 'good' : 'neutral'} />
    <span className={styles.name}>{board.Alias}</span>
    {isCurrent && <Icon name="check" size={18} />}
  </Combobox.Option>
);

interface MeterMenuProps {
  readonly boards: readonly Board[];
  readonly current: string | null;
}

/** The button with the list below it. It mounts open, since its code is loaded on demand. */
export const MeterMenu = ({ boards, current }: MeterMenuProps) => {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const button = useRef<HTMLButtonElement>(null);
  const [sought, setSought] = useState('');
  const matches = useMatches(boards, sought);
  const maySeeEveryCustomer = useMay('see-every-customer');
  const hasSeveral =
    !maySeeEveryCustomer && new Set(boards.map(({ establishmentId }) => establishmentId)).size > 1;
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setSought('');
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it takes the place of the button that was pressed
  useEffect(() => {
    button.current?.focus();
    combobox.openDropdown();
  }, []);
  const choose = (chosen: string) => {
    combobox.closeDropdown();
    const board = boards.find(({ macAddress }) => macAddress === chosen);
    void navigate(
      board !== undefined && pathname === EXPLORER ? exploredOf(board, search) : addressOf(chosen),
    );
  };
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
        <MeterButton
          ref={button}
          boards={boards}
          current={current}
          onClick={() => combobox.toggleDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown className={styles.dropdown}>
        {boards.length >= SEARCH_FROM && (
          <Combobox.Search
            value={sought}
            onChange={(event) => {
              setSought(event.currentTarget.value);
              combobox.updateSelectedOptionIndex();
            }}
            placeholder="Buscar medidor"
            aria-label="Buscar medidor"
            leftSection={<Icon name="search" size={18} />}
          />
        )}
        <Combobox.Options className={styles.options} aria-label="Medidores" tabIndex={0}>
          {sought === '' && hasSeveral && (
            <Combobox.Option value={ALL_ESTABLISHMENTS} className={styles.option}>
              <Icon name="home" size={18} />
              <span className={styles.name}>Todos os estabelecimentos</span>
            </Combobox.Option>
          )}
          {sought === '' && (
            <Combobox.Option value={ALL_METERS} className={styles.option} active={current === null}>
              <Icon name="meter" size={18} />
              <span className={styles.name}>Todos os medidores</span>
            </Combobox.Option>
          )}
          {matches.slice(0, MAX_SHOWN).map((board) => (
            <MeterOption key={board.id} board={board} isCurrent={board.macAddress === current} />
          ))}
          {matches.length === 0 && sought !== '' && (
            <Combobox.Empty>Nenhum medidor com esse nome.</Combobox.Empty>
          )}
        </Combobox.Options>
        {matches.length > MAX_SHOWN && (
          <p className={styles.more}>Mais {matches.length - MAX_SHOWN}: busque pelo nome.</p>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
};
