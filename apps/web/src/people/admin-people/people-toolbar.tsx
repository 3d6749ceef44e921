import { NativeSelect, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { isProfile, profileName, profiles } from '@nascente/domain/people/profiles';
import { useTyped } from '../../shared/forms/use-typed.ts';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import styles from './people.module.css';
import type { AccountState, PeopleSearch } from './people-search.ts';

interface PeopleToolbarProps {
  search: PeopleSearch;
  onChange: (changed: Partial<PeopleSearch>) => void;
}

const states: readonly { value: AccountState | ''; label: string }[] = [
  { value: '', label: 'Todas as situações' },
  { value: 'enabled', label: 'Contas ativas' },
  { value: 'disabled', label: 'Contas desativadas' },
];

export const PeopleToolbar = ({ search, onChange }: PeopleToolbarProps) => {
  const [typed, setTyped] = useTyped(search.text, (text) => onChange({ text }));
  return (
    <search className={styles.toolbar} data-tour="people-search">
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
