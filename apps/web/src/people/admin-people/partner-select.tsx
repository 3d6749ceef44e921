import { Select } from '@mantine/core';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Popover.css';
import { type ListedPerson, listPeople } from '@nascente/contract/people/admin-people';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '../../shared/api/api-client.ts';
import { useSettled } from '../../shared/forms/use-settled.ts';
import { fullName } from './full-name.ts';

const TYPING_MS = 250;
const SHOWN = '20';
const NONE = { value: 'none', label: 'Nenhum' };

export type Partner = NonNullable<ListedPerson['partner']>;

interface PartnerSelectProps {
  value: Partner | null;
  /** Who cannot be chosen: the account itself. */
  except: string;
  disabled: boolean;
  error: string | undefined;
  onChange: (partner: Partner | null) => void;
}

/** The partner that brought an account, found by name or e-mail. */
export const PartnerSelect = ({ value, except, disabled, error, onChange }: PartnerSelectProps) => {
  const [typed, setTyped] = useState('');
  const search = useSettled(typed === (value?.name ?? NONE.label) ? '' : typed.trim(), TYPING_MS) ?? '';
  const { data, isFetching } = useQuery({
    ...queryFor(listPeople, {
      query: { profile: 'partner', state: 'enabled', limit: SHOWN, ...(search !== '' && { search }) },
    }),
    placeholderData: keepPreviousData,
  });
  const found = (data?.users ?? [])
    .filter(({ _id }) => _id !== except)
    .map((person): Partner => ({ _id: person._id, name: fullName(person) }));
  const partners = value === null || found.some(({ _id }) => _id === value._id) ? found : [value, ...found];
  return (
    <Select
      label="Parceiro que trouxe a conta"
      description="O logotipo dele aparece no menu desta conta e dos clientes dela."
      searchable
      allowDeselect={false}
      data={[NONE, ...partners.map(({ _id, name }) => ({ value: _id, label: name }))]}
      value={value?._id ?? NONE.value}
      disabled={disabled}
      error={error}
      // The server has searched already.
      filter={({ options }) => options}
      onSearchChange={setTyped}
      nothingFoundMessage={isFetching ? 'Buscando…' : 'Nenhum parceiro encontrado.'}
      withScrollArea={false}
      maxDropdownHeight={240}
      comboboxProps={{ withinPortal: false, shadow: 'md' }}
      onChange={(id) => onChange(partners.find(({ _id }) => _id === id) ?? null)}
    />
  );
};
