import { lookUpCnpj } from '@nascente/contract/sites/lookups';
import { activities, employeeRanges, isActivity } from '@nascente/domain/sites/registry/activities';
import { CNPJ_LENGTH, cnpjCharacters, maskCnpj, normalizeCnpj } from '@nascente/domain/sites/registry/cnpj';
import { useEffect, useEffectEvent, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { queryFor } from '../../../shared/api/api-client.ts';
import { findingsOfCompany } from '../lookup/findings.ts';
import { LookupNote } from '../lookup/lookup-note.tsx';
import { LookupSpinner } from '../lookup/lookup-spinner.tsx';
import { useLookup } from '../lookup/use-lookup.ts';
import type { TypedEstablishment } from '../typed/typed-establishment.ts';
import { FilledByRegister, useFilling } from '../typed/use-filling.ts';
import { LocationFields } from './location-fields.tsx';
import { OwnerField } from './owner-field.tsx';
import styles from './wizard-fields.module.css';
import { MaskedTextField, SelectField, TextField } from './wizard-fields.tsx';

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
