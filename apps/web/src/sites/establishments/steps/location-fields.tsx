import { lookUpCep } from '@nascente/contract/sites/lookups';
import { maskCep, normalizeCep } from '@nascente/domain/sites/registry/cep';
import { isStateCode, stateCodes, stateName } from '@nascente/domain/sites/registry/states';
import { useEffect, useEffectEvent, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { queryFor } from '../../../shared/api/api-client.ts';
import { findingsOfAddress } from '../lookup/findings.ts';
import { LookupNote } from '../lookup/lookup-note.tsx';
import { LookupSpinner } from '../lookup/lookup-spinner.tsx';
import { useLookup } from '../lookup/use-lookup.ts';
import type { TypedEstablishment } from '../typed/typed-establishment.ts';
import { useFilling } from '../typed/use-filling.ts';
import styles from './wizard-fields.module.css';
import { MaskedTextField, SelectField, TextField } from './wizard-fields.tsx';
import { zoneChoices } from './zones-of.ts';

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

export const LocationFields = () => (
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
