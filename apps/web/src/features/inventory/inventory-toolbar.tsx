import { TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import type { InventoryState } from '@nascente/contract/inventory';
import { useEffect, useState } from 'react';
import { useSettled } from '../../shared/forms/use-settled.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import styles from './inventory.module.css';
import type { InventorySearch } from './inventory-search.ts';

/** So long nothing is typed before it is looked for. */
const PAUSE_MS = 300;

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
  const [typed, setTyped] = useState(search.text);
  const settled = useSettled(typed.trim(), PAUSE_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed looks for something else
  useEffect(() => {
    if (settled !== null && settled !== search.text) onChange({ text: settled });
  }, [settled]);
  return (
    <search className={styles.toolbar}>
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
