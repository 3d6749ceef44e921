import { TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import type { InventoryState } from '@nascente/contract/telemetry/inventory';
import { useTyped } from '../../shared/forms/use-typed.ts';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import styles from './inventory.module.css';
import type { InventorySearch } from './inventory-search.ts';

const states: readonly { value: InventoryState | 'all'; text: string }[] = [
  { value: 'all', text: 'Todas' },
  { value: 'installed', text: 'Instaladas' },
  { value: 'stock', text: 'Em estoque' },
  { value: 'silent', text: 'Sem mensagem' },
];

interface InventoryToolbarProps {
  search: InventorySearch;
  onChange: (changed: Partial<InventorySearch>) => void;
}

export const InventoryToolbar = ({ search, onChange }: InventoryToolbarProps) => {
  const [typed, setTyped] = useTyped(search.text, (text) => onChange({ text }));
  return (
    <search className={styles.toolbar} data-tour="boards-search">
      <TextInput
        type="search"
        aria-label="Buscar placa"
        placeholder="MAC, dono ou estabelecimento"
        maxLength={100}
        leftSection={<Icon name="search" size={18} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Segmented
        label="Situação"
        value={search.state ?? 'all'}
        options={states}
        onChange={(value) => onChange({ state: value === 'all' ? null : value })}
      />
    </search>
  );
};
