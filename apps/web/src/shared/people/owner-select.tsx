import { Select } from '@mantine/core';
import { type ListedPerson, listPeople } from '@nascente/contract/people/admin-people';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '../api/api-client.ts';
import { useSettled } from '../forms/use-settled.ts';
import { useUser } from '../session-state/signed-in.ts';

const TYPING_MS = 250;
const SHOWN = '20';

const labelOf = ({ firstName, lastName, email }: Pick<ListedPerson, 'firstName' | 'lastName' | 'email'>) =>
  `${`${firstName} ${lastName}`.trim()} · ${email}`;

interface OwnerSelectProps {
  readonly description: string;
  readonly value: string;
  readonly label?: string;
  readonly onChange: (accountId: string, label: string) => void;
}

/** The future owner: an Admin searches by name, e-mail or CNPJ. Clients own nothing. */
export const OwnerSelect = ({ description, value, label, onChange }: OwnerSelectProps) => {
  const self = useUser();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState({ value, label: label ?? labelOf(self) });
  const search = useSettled(typed === chosen.label ? '' : typed.trim(), TYPING_MS) ?? '';
  const { data, isFetching } = useQuery({
    ...queryFor(listPeople, {
      query: { state: 'enabled', limit: SHOWN, ...(search !== '' && { search }) },
    }),
    placeholderData: keepPreviousData,
  });
  const found = (data?.users ?? [])
    .filter(({ profile }) => profile !== 'client')
    .map((person) => ({ value: person._id, label: labelOf(person) }));
  const options = found.some((one) => one.value === chosen.value) ? found : [chosen, ...found];
  return (
    <Select
      label="Titular"
      description={description}
      searchable
      allowDeselect={false}
      data={options}
      value={value}
      // The server has filtered the options.
      filter={({ options: all }) => all}
      onSearchChange={setTyped}
      nothingFoundMessage={isFetching ? 'Buscando…' : 'Ninguém encontrado.'}
      withScrollArea={false}
      maxDropdownHeight={320}
      comboboxProps={{ withinPortal: false, shadow: 'md' }}
      onChange={(id) => {
        const option = options.find((one) => one.value === id);
        if (option === undefined) return;
        setChosen(option);
        onChange(option.value, option.label);
      }}
    />
  );
};
