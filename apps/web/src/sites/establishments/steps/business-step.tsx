import { Loader } from '@mantine/core';
import {
  type FoundAddress,
  type FoundCompany,
  lookUpCep,
  lookUpCnpj,
} from '@nascente/contract/sites/lookups';
import { may } from '@nascente/domain/people/permissions';
import { activities, employeeRanges, isActivity } from '@nascente/domain/sites/registry/activities';
import { maskCep, normalizeCep } from '@nascente/domain/sites/registry/cep';
import { CNPJ_LENGTH, cnpjCharacters, maskCnpj, normalizeCnpj } from '@nascente/domain/sites/registry/cnpj';
import { isStateCode, stateCodes, stateName } from '@nascente/domain/sites/registry/states';
import { useEffect, useEffectEvent, useState } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { queryFor } from '../../../shared/api/api-client.ts';
import { listText } from '../../../shared/counted-text.ts';
import { OwnerSelect } from '../../../shared/people/owner-select.tsx';
import { useUser } from '../../../shared/session-state/signed-in.ts';
import { Icon } from '../../../shared/ui/marks/icon.tsx';
import { type LookupState, useLookup } from '../../../shared/use-lookup.ts';
import { OWN, type TypedEstablishment } from '../typed/typed-establishment.ts';
import { FIELD_TEXTS, FilledByRegister, type Findings, useFilling } from '../typed/use-filling.ts';
import styles from './wizard-fields.module.css';
import { MaskedTextField, SelectField, TextField } from './wizard-fields.tsx';
import { zoneChoices } from './zones-of.ts';

interface LookupNoteProps extends Pick<ReturnType<typeof useFilling>, 'filled' | 'takeBack'> {
  of: 'CNPJ' | 'CEP';
  state: LookupState;
  remark?: string | undefined;
}

/** The state of a look-up below its field. */
const LookupNote = ({ of, state, filled, takeBack, remark }: LookupNoteProps) => {
  const filledNow = filled.filter(({ after }) => after !== '');
  return (
    <div className={styles.note} role="status" data-state={state}>
      {state === 'running' && <p>Consultando o {of}…</p>}
      {state === 'unknown' && (
        <p>{of} não encontrado no cadastro público. Se ele estiver certo, preencha os dados abaixo.</p>
      )}
      {state === 'down' && (
        <p>A consulta do {of} não está respondendo agora. Você pode preencher os dados abaixo.</p>
      )}
      {filledNow.length > 0 && (
        <p>
          <Icon name="check" size={16} />
          <span>
            Preenchido pelo {of}: {listText(filledNow.map(({ path }) => FIELD_TEXTS[path] ?? path))}.
          </span>
          <button type="button" onClick={takeBack}>
            Desfazer
          </button>
        </p>
      )}
      {remark && <p>{remark}</p>}
    </div>
  );
};

/** Fields from the register of postal codes. */
const findingsOfAddress = ({ street, neighborhood, city, state }: FoundAddress): Findings => ({
  'location.address': street,
  'location.neighborhood': neighborhood,
  'location.city': city,
  'location.state': state !== null && isStateCode(state) ? state : null,
});

/** Fields from the company register. */
const findingsOfCompany = ({ corporateName, fantasyName, address }: FoundCompany): Findings => ({
  corporateName,
  fantasyName,
  'location.postalCode': address.postalCode,
  ...findingsOfAddress(address),
  'location.number': address.number,
  'location.description': address.complement,
});

/** In a field during its look-up; the text stands below. */
const LookupSpinner = () => <Loader size={18} color="brand" aria-hidden />;

const STATES = stateCodes.map((code) => ({ value: code, label: `${stateName(code)} (${code})` }));

const CepField = () => {
  const { getValues } = useFormContext<TypedEstablishment>();
  // The typed CEP; for a location being completed the stored one, since its city is not known yet.
  const [typed, setTyped] = useState(() => {
    const { postalCode, city } = getValues('location');
    return city === '' ? normalizeCep(postalCode) : null;
  });
  const { filled, fill, takeBack } = useFilling();
  const { state, answer } = useLookup(typed, (cep) => queryFor(lookUpCep, { params: { cep } }));
  const address = answer?.address;
  const take = useEffectEvent(fill);
  useEffect(() => {
    // Number and complement belonged to the CNPJ's address.
    if (address) take({ ...findingsOfAddress(address), 'location.number': '', 'location.description': '' });
  }, [address]);
  return (
    <>
      <MaskedTextField
        name="location.postalCode"
        label="CEP"
        placeholder="00.000-000"
        className={styles.short}
        inputMode="numeric"
        autoComplete="postal-code"
        mask={maskCep}
        onTyped={(masked) => {
          setTyped(normalizeCep(masked));
          takeBack();
        }}
        remark={state === 'unknown' ? 'CEP inválido.' : undefined}
        rightSection={state === 'running' && <LookupSpinner />}
      />
      <LookupNote of="CEP" state={state} filled={filled} takeBack={takeBack} />
    </>
  );
};

const ZoneField = () => {
  const state = useWatch<TypedEstablishment, 'location.state'>({ name: 'location.state' });
  const choices = isStateCode(state) ? zoneChoices(state) : [];
  if (choices.length === 0) return null;
  return (
    <SelectField
      name="zone"
      label="Fuso horário"
      description="Dias, meses e horários de ponta seguem este fuso."
      options={choices}
    />
  );
};

const LocationFields = () => (
  <fieldset className={styles.group} data-tour="wizard-location">
    <legend>Localização</legend>
    <CepField />
    <TextField name="location.address" label="Logradouro" autoComplete="address-line1" maxLength={200} />
    <div className={styles.pair}>
      <TextField name="location.number" label="Número (opcional)" maxLength={20} />
      <TextField name="location.description" label="Complemento (opcional)" maxLength={500} />
    </div>
    <TextField name="location.neighborhood" label="Bairro" autoComplete="address-level3" maxLength={120} />
    <div className={styles.pair}>
      <TextField name="location.city" label="Cidade" autoComplete="address-level2" maxLength={120} />
      <SelectField name="location.state" label="Estado" placeholder="Selecione" options={STATES} />
    </div>
    <ZoneField />
  </fieldset>
);

const OwnerField = () => {
  const self = useUser();
  const { field } = useController<TypedEstablishment, 'owner'>({ name: 'owner' });
  const owner = field.value;
  if (owner === null || !may(self.profile, 'see-every-customer')) return null;
  const isOther = owner.id !== '';
  return (
    <OwnerSelect
      description="O estabelecimento será desta conta."
      value={isOther ? owner.id : self._id}
      {...(isOther && { label: owner.label })}
      onChange={(id, label) => field.onChange(id === self._id ? OWN : { id, label })}
    />
  );
};

const WRONG = 'CNPJ inválido.';
const toOption = (text: string) => ({ value: text, label: text });

/** Complete but invalid: reported at once, and not looked up. */
const isWrong = (typed: string) =>
  cnpjCharacters(typed).length === CNPJ_LENGTH && normalizeCnpj(typed) === null;

const CnpjField = () => {
  const cnpj = useWatch<TypedEstablishment, 'cnpj'>({ name: 'cnpj' });
  // Only typed numbers: those of a stored establishment or draft were looked up before.
  const [typed, setTyped] = useState<string | null>(null);
  const { filled, fill, takeBack } = useFilling();
  const { state, answer } = useLookup(typed, (number) => queryFor(lookUpCnpj, { params: { cnpj: number } }));
  const company = answer?.company;
  const take = useEffectEvent(fill);
  useEffect(() => {
    if (company) take(findingsOfCompany(company));
  }, [company]);
  const situation = company?.situation;
  return (
    <>
      <MaskedTextField
        name="cnpj"
        label="CNPJ"
        placeholder="00.000.000/0000-00"
        mask={maskCnpj}
        onTyped={(masked) => {
          setTyped(normalizeCnpj(masked));
          takeBack();
        }}
        remark={isWrong(cnpj) ? WRONG : undefined}
        rightSection={state === 'running' && <LookupSpinner />}
      />
      <LookupNote
        of="CNPJ"
        state={state}
        filled={filled}
        takeBack={takeBack}
        remark={
          situation && situation !== 'ATIVA' ? `Situação no cadastro público: ${situation}.` : undefined
        }
      />
    </>
  );
};

const ActivityFields = () => {
  const { setValue } = useFormContext<TypedEstablishment>();
  const activity = useWatch<TypedEstablishment, 'activity'>({ name: 'activity' });
  const ranges = isActivity(activity) ? employeeRanges[activity] : [];
  return (
    <>
      <SelectField
        name="activity"
        label="Atividade"
        placeholder="Selecione"
        options={activities.map(toOption)}
        onChosen={() => setValue('numberOfEmployees', '', { shouldDirty: true })}
      />
      <SelectField
        name="numberOfEmployees"
        label="Número de funcionários"
        placeholder={activity === '' ? 'Escolha primeiro a atividade' : 'Selecione'}
        options={ranges.map(toOption)}
      />
    </>
  );
};

const SizeFields = () => (
  <div className={styles.pair}>
    <TextField
      name="area"
      label="Área em m² (opcional)"
      description="Para comparar o consumo por m²."
      inputMode="decimal"
    />
    <TextField
      name="headcount"
      label="Quantas pessoas trabalham (opcional)"
      description="Para comparar o consumo por pessoa."
      inputMode="numeric"
    />
  </div>
);

export const BusinessStep = () => {
  const [filledByRegister] = useState(() => new Map());
  return (
    <FilledByRegister value={filledByRegister}>
      <OwnerField />
      <CnpjField />
      <TextField name="corporateName" label="Razão social" autoComplete="organization" maxLength={200} />
      <TextField
        name="fantasyName"
        label="Nome fantasia"
        description="É o nome pelo qual o estabelecimento aparece no sistema."
        maxLength={200}
      />
      <ActivityFields />
      <SizeFields />
      <LocationFields />
    </FilledByRegister>
  );
};
