import { Loader } from '@mantine/core';
import { lookUpCep, lookUpCnpj } from '@nascente/contract/sites/lookups';
import { may } from '@nascente/domain/people/permissions';
import { activities, employeeRanges, isActivity } from '@nascente/domain/sites/registry/activities';
import { maskCep, normalizeCep } from '@nascente/domain/sites/registry/cep';
import { CNPJ_LENGTH, cnpjCharacters, maskCnpj, normalizeCnpj } from '@nascente/domain/sites/registry/cnpj';
import { isStateCode, stateCodes, stateName } from '@nascente/domain/sites/registry/states';
import { useEffect, useEffectEvent, useState } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { queryFor } from '../../../shared/api/api-client.ts';
import { OwnerSelect } from '../../../shared/people/owner-select.tsx';
import { useUser } from '../../../shared/session-state/signed-in.ts';
import { findingsOfAddress, findingsOfCompany } from '../lookup/findings.ts';
import { LookupNote } from '../lookup/lookup-note.tsx';
import { useLookup } from '../lookup/use-lookup.ts';
import { OWN, type TypedEstablishment } from '../typed/typed-establishment.ts';
import { FilledByRegister, useFilling } from '../typed/use-filling.ts';
import styles from './wizard-fields.module.css';
import { MaskedTextField, SelectField, TextField } from './wizard-fields.tsx';
import { zoneChoices } from './zones-of.ts';

/** Inside a field, while its number is looked up; the words stand below it. */
const LookupSpinner = () => <Loader size={18} color="brand" aria-hidden />;

const STATES = stateCodes.map((code) => ({ value: code, label: `${stateName(code)} (${code})` }));

const CepField = () => {
  const { getValues } = useFormContext<TypedEstablishment>();
  // What is typed here; of a location that is completed, the CEP it came with, since its city is not known yet.
  const [typed, setTyped] = useState(() => {
    const { postalCode, city } = getValues('location');
    return city === '' ? normalizeCep(postalCode) : null;
  });
  const { filled, fill, takeBack } = useFilling();
  const { state, answer } = useLookup(typed, (cep) => queryFor(lookUpCep, { params: { cep } }));
  const address = answer?.address;
  const take = useEffectEvent(fill);
  useEffect(() => {
    // The number and the rest belonged to the address that a CNPJ brought.
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

/** Only where a state has places in two zones. */
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

/** Whose a new establishment will be, where an Admin registers it. */
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

/** Complete but not a CNPJ: said at once, and not looked up. */
const isWrong = (typed: string) =>
  cnpjCharacters(typed).length === CNPJ_LENGTH && normalizeCnpj(typed) === null;

const CnpjField = () => {
  const cnpj = useWatch<TypedEstablishment, 'cnpj'>({ name: 'cnpj' });
  // Only what is typed while this is open: a known establishment or a draft has been looked up before.
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

/** What consumption is compared by; nobody has to tell it. */
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

/** Step 0: the business, and where it is. */
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
