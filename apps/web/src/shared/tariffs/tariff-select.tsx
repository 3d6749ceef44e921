import { Button, type OptionsFilter, Select } from '@mantine/core';
import { listTariffs, type Tariff } from '@nascente/contract/sites/tariffs';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { queryFor } from '../api/api-client.ts';
import { matchesSearch } from '../fold-for-search.ts';
import { labelOf } from '../forms/use-sending.ts';
import styles from './tariff-select.module.css';
import { tariffKind, tariffName, tariffPrices } from './tariff-texts.ts';

interface TariffChoice {
  readonly type: Tariff['type'];
  /** Selects tariffs of this voltage group; absent: all. Water has no groups. */
  readonly group?: 'A' | 'B' | null;
}

/** The selectable tariffs, always including the chosen one. */
const choosable = (
  tariffs: readonly Tariff[],
  { type, group }: TariffChoice,
  chosen: string | null,
): readonly Tariff[] =>
  tariffs.filter(
    (tariff) =>
      tariff._id === chosen ||
      (tariff.type === type && (!group || type === 'water' || tariff.group.startsWith(group))),
  );

const groupedByDistributor = (tariffs: readonly Tariff[]) =>
  [...Map.groupBy(tariffs, ({ distributor }) => distributor)]
    .sort(([one], [other]) => one.localeCompare(other, 'pt-BR'))
    .map(([group, tariffsOfGroup]) => ({
      group,
      items: tariffsOfGroup.map((tariff) => ({ value: tariff._id, label: tariffName(tariff) })),
    }));

interface TariffSelectProps extends TariffChoice {
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  readonly onBlur?: () => void;
  readonly label?: string;
  readonly description?: ReactNode;
  readonly error?: ReactNode;
  readonly disabled?: boolean;
}

const filter: OptionsFilter = ({ options, search, limit }) => {
  const matches = matchesSearch(search);
  let left = limit;
  return options.flatMap((option) => {
    if (!('group' in option)) return [];
    const items = option.items.filter(matches).slice(0, left);
    left -= items.length;
    return items.length > 0 ? [{ ...option, items }] : [];
  });
};

const TariffOption = ({ tariff }: { tariff: Tariff }) => (
  <span className={styles.option}>
    <span>{tariffKind(tariff)}</span>
    <small>{tariffPrices(tariff)}</small>
  </span>
);

/** A tariff by distributor, subgroup, modality or class, controlled by its id. */
export const TariffSelect = ({ type, group = null, value, error, label, ...rest }: TariffSelectProps) => {
  const {
    data,
    isPending,
    isError,
    error: failure,
    refetch,
    isFetching,
  } = useQuery(queryFor(listTariffs, {}));
  const tariffs = useMemo(
    () => choosable(data?.taxes ?? [], { type, group }, value),
    [data, type, group, value],
  );
  const options = useMemo(() => groupedByDistributor(tariffs), [tariffs]);
  const byId = useMemo(() => new Map(tariffs.map((tariff) => [tariff._id, tariff])), [tariffs]);
  return (
    <div className={styles.select} data-tour="tariff">
      <Select
        {...rest}
        label={label ?? 'Tarifa'}
        error={isError ? labelOf(failure) : error}
        data={options}
        value={byId.has(value ?? '') ? value : null}
        placeholder={isPending ? 'Carregando tarifas…' : 'Busque pela distribuidora ou classe'}
        nothingFoundMessage={isPending ? 'Carregando tarifas…' : 'Nenhuma tarifa encontrada.'}
        searchable
        filter={filter}
        limit={60}
        allowDeselect={false}
        withScrollArea={false}
        maxDropdownHeight={320}
        checkIconPosition="right"
        comboboxProps={{ withinPortal: false, shadow: 'md' }}
        classNames={{
          dropdown: styles.dropdown ?? '',
          options: styles.options ?? '',
          option: styles.item ?? '',
        }}
        renderOption={({ option }) => {
          const tariff = byId.get(option.value);
          return tariff ? <TariffOption tariff={tariff} /> : option.label;
        }}
      />
      {isError && (
        <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
          Tentar novamente
        </Button>
      )}
    </div>
  );
};
