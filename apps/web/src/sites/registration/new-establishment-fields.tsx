import { Loader, TextInput } from '@mantine/core';
import { lookUpCep } from '@nascente/contract/sites/lookups';
import { maskCep, normalizeCep } from '@nascente/domain/sites/registry/cep';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { queryFor } from '../../shared/api/api-client.ts';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { fieldOf } from '../../shared/forms/field-of.ts';
import { MaskedField } from '../../shared/forms/fields/masked-field.tsx';
import { useSettled } from '../../shared/forms/use-settled.ts';
import styles from './register-meter.module.css';
import { REGISTER_WORDS, type TypedMeter } from './register-schema.ts';

/** Spec, section 9. */
const REST_MS = 1000;

/** The address of a CEP that is typed, in one line. A register that is down keeps nobody from typing it. */
const useCepAddress = (postalCode: string) => {
  const cep = useSettled(normalizeCep(postalCode), REST_MS);
  const { data, error, isFetching } = useQuery({
    ...queryFor(lookUpCep, { params: { cep: cep ?? '' } }),
    enabled: cep !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const found = cep === null ? undefined : data?.address;
  const parts = found ? [found.street, found.neighborhood, found.city, found.state] : [];
  return {
    address: parts.filter((part) => part !== null && part !== '').join(', ') || null,
    isRunning: cep !== null && isFetching,
    isUnknown: cep !== null && error instanceof ApiFailure && [400, 404].includes(error.status),
  };
};

const CepField = () => {
  const { field, fieldState } = useController<TypedMeter, 'postalCode'>({ name: 'postalCode' });
  const { getValues, setValue } = useFormContext<TypedMeter>();
  const { address, isRunning, isUnknown } = useCepAddress(field.value);
  /** What somebody typed is never replaced. */
  const fill = useEffectEvent((found: string) => {
    if (getValues('address').trim() === '') setValue('address', found, { shouldDirty: true });
  });
  useEffect(() => {
    if (address !== null) fill(address);
  }, [address]);
  const { ref, ...others } = field;
  return (
    <MaskedField
      {...others}
      className={styles.short ?? ''}
      label="CEP"
      placeholder="00.000-000"
      inputMode="numeric"
      autoComplete="postal-code"
      mask={maskCep}
      fieldRef={ref}
      error={fieldState.error?.message ?? (isUnknown && REGISTER_WORDS.postalCode)}
      rightSection={isRunning && <Loader size={18} aria-label="Consultando o CEP" />}
    />
  );
};

/** The fields of an establishment that is not there yet. */
export const NewEstablishmentFields = () => {
  const { register, formState } = useFormContext<TypedMeter>();
  const field = fieldOf({ register, formState });
  const hasName = useWatch<TypedMeter, 'establishmentName'>({ name: 'establishmentName' }).trim() !== '';
  return (
    <>
      <TextInput
        {...field('establishmentName')}
        label="Nome do local"
        placeholder="Loja do centro"
        autoComplete="off"
        maxLength={120}
      />
      <CepField />
      <TextInput {...field('address')} label="Endereço" autoComplete="street-address" maxLength={200} />
      <TextInput {...field('description')} label="Descrição (opcional)" autoComplete="off" maxLength={500} />
      {hasName && (
        <p className={styles.note}>
          O local aparece no início; os dados da empresa podem ser completados depois, em “Terminar cadastro”.
        </p>
      )}
    </>
  );
};
