import { Select } from '@mantine/core';
import type { BodyInput } from '@nascente/contract/base/call';
import { readUser } from '@nascente/contract/people/account';
import { editPerson, type ListedPerson, listPeople } from '@nascente/contract/people/admin-people';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, request } from '../../shared/api/api-client.ts';
import { PictureField } from '../../shared/forms/fields/picture-field.tsx';
import { labelOf, useSending } from '../../shared/forms/use-sending.ts';
import { useSettled } from '../../shared/forms/use-settled.ts';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { fullName } from './full-name.ts';
import styles from './person-dialog.module.css';

const TYPING_MS = 250;
const SHOWN = '20';
const NONE = { value: 'none', label: 'Nenhum' };

type Partner = NonNullable<ListedPerson['partner']>;

interface PartnerSelectProps {
  value: Partner | null;
  except: string;
  disabled: boolean;
  error: string | undefined;
  onChange: (partner: Partner | null) => void;
}

const PartnerSelect = ({ value, except, disabled, error, onChange }: PartnerSelectProps) => {
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
      // The server has filtered the options.
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

const useSave = (person: ListedPerson) => {
  const queryClient = useQueryClient();
  return async (body: BodyInput<typeof editPerson>, done: string) => {
    await request(editPerson, { params: { id: person._id }, body });
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: [listPeople.name] }),
      queryClient.invalidateQueries({ queryKey: [readUser.name] }),
    ]);
    announce(done, { tone: 'good' });
  };
};

const PartnerLogo = ({ person }: { person: ListedPerson }) => {
  const { data } = useQuery(queryFor(readUser, { params: { id: person._id } }));
  const save = useSave(person);
  const { start, failure } = useSending((logoPartner: string | null) =>
    save({ logoPartner }, logoPartner === null ? 'Logotipo removido.' : 'Logotipo alterado.'),
  );
  if (data === undefined) return null;
  return (
    <PictureField
      label="Logotipo de parceiro"
      help="Aparece no menu do parceiro e das contas que ele trouxe."
      value={data.user.logoPartner}
      shape="wide"
      placeholder={<Icon name="image" size={24} />}
      error={failure ? labelOf(failure) : undefined}
      onChange={(logo) => void start(logo)}
    />
  );
};

const BroughtBy = ({ person }: { person: ListedPerson }) => {
  const [chosen, setChosen] = useState(person.partner);
  const save = useSave(person);
  const { start, isSending, failure } = useSending(async (partner: Partner | null) => {
    const partnerId = partner?._id ?? null;
    await save(
      { partner: partnerId },
      partner === null ? 'A conta ficou sem parceiro.' : 'Parceiro alterado.',
    );
    setChosen(partner);
  });
  return (
    <PartnerSelect
      value={chosen}
      except={person._id}
      disabled={isSending}
      error={failure ? labelOf(failure) : undefined}
      onChange={(partner) => void start(partner)}
    />
  );
};

export const PersonPartner = ({ person }: { person: ListedPerson }) => (
  <div className={styles.access}>
    {person.profile === 'partner' ? <PartnerLogo person={person} /> : <BroughtBy person={person} />}
  </div>
);
