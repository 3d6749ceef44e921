import { NativeSelect, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { isProfile, profileName, profiles } from '@nascente/domain/people/profiles';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../shared/ui/icon.tsx';
import styles from './people.module.css';
import type { AccountState, PeopleSearch } from './people-search.ts';

/** So long nothing is typed before it is looked for. */
const PAUSE_MS = 300;

interface PeopleToolbarProps {
  search: PeopleSearch;
  onChange: (changed: Partial<PeopleSearch>) => void;
}

const states: readonly { value: AccountState | ''; label: string }[] = [
  { value: '', label: 'Todas as situações' },
  { value: 'enabled', label: 'Contas ativas' },
  { value: 'disabled', label: 'Contas desativadas' },
];

/** What stands in the field: it becomes the search after a pause, and follows a search that was changed elsewhere. */
const useTyped = (sought: string, seek: (text: string) => void) => {
  const [typed, setTyped] = useState(sought);
  const lastSought = useRef(sought);
  useEffect(() => {
    if (sought === lastSought.current) return;
    lastSought.current = sought;
    setTyped(sought);
  }, [sought]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed is what starts the pause
  useEffect(() => {
    if (typed === lastSought.current) return;
    const timer = setTimeout(() => {
      lastSought.current = typed;
      seek(typed);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped] as const;
};

export const PeopleToolbar = ({ search, onChange }: PeopleToolbarProps) => {
  const [typed, setTyped] = useTyped(search.text, (text) => onChange({ text }));
  return (
    <search className={styles.toolbar}>
      <TextInput
        className={styles.search ?? ''}
        type="search"
        aria-label="Buscar pessoa"
        placeholder="Nome, e-mail ou CNPJ"
        maxLength={100}
        leftSection={<Icon name="search" size={18} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <NativeSelect
        aria-label="Perfil"
        data={[
          { value: '', label: 'Todos os perfis' },
          ...profiles.map((profile) => ({ value: profile, label: profileName(profile) })),
        ]}
        value={search.profile ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ profile: isProfile(value) ? value : null })}
      />
      <NativeSelect
        aria-label="Situação"
        data={[...states]}
        value={search.state ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ state: states.find((state) => state.value === value)?.value || null })
        }
      />
    </search>
  );
};
