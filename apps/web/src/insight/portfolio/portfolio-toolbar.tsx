import { NativeSelect, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { isStateCode, stateName } from '@nascente/domain/sites/registry/states';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import styles from './portfolio.module.css';
import type { PortfolioRow, Sought } from './portfolio-rows.ts';

interface PortfolioToolbarProps {
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

export const PortfolioToolbar = (props: PortfolioToolbarProps) => {
  const { rows, sought, onSearch, onState, onActivity } = props;
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
    </div>
  );
};
