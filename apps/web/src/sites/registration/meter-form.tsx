import { Checkbox, Loader, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type Establishment, listEstablishments } from '@nascente/contract/sites/establishments';
import { type FoundAddress, lookUpCep } from '@nascente/contract/sites/lookups';
import { createInstallation } from '@nascente/contract/sites/meters';
import { registerMeter } from '@nascente/contract/sites/registration';
import { listTariffs } from '@nascente/contract/sites/tariffs';
import { may } from '@nascente/domain/people/permissions';
import { maskCep, normalizeCep } from '@nascente/domain/sites/registry/cep';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { FormProvider, useController, useFormContext, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { queryFor, request } from '../../shared/api/api-client.ts';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { modelText, typeText } from '../../shared/boards/board-texts.ts';
import { useRefreshMeters } from '../../shared/boards/refresh-meters.ts';
import { SolarField } from '../../shared/boards/solar-field.tsx';
import type { FreeBoard } from '../../shared/boards/use-board-check.ts';
import { nameOf } from '../../shared/establishment-name.ts';
import { FailureNotice } from '../../shared/forms/failure-notice.tsx';
import { fieldOf } from '../../shared/forms/field-of.ts';
import { MaskedField } from '../../shared/forms/fields/masked-field.tsx';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx';
import { useCallForm } from '../../shared/forms/use-call-form.ts';
import { OwnerSelect } from '../../shared/people/owner-select.tsx';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { TariffSelect } from '../../shared/tariffs/tariff-select.tsx';
import { Stat, StatList } from '../../shared/ui/marks/stat-list.tsx';
import { Loading, SkeletonLine } from '../../shared/ui/page/skeleton.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { announce, METER_AREA_MS } from '../../shared/ui/snackbar.tsx';
import { useLookup } from '../../shared/use-lookup.ts';
import styles from './register-meter.module.css';
import { noInput, REGISTER_TEXTS, registerForm, type TypedMeter } from './register-schema.ts';

/** In one line; null without any part. */
const lineOf = ({ street, neighborhood, city, state }: FoundAddress): string | null =>
  [street, neighborhood, city, state].filter((part) => part !== null && part !== '').join(', ') || null;

const CepField = () => {
  const { field, fieldState } = useController<TypedMeter, 'postalCode'>({ name: 'postalCode' });
  const { getValues, setValue } = useFormContext<TypedMeter>();
  // Without the register the address can be typed.
  const cep = normalizeCep(field.value);
  const { state, answer } = useLookup(cep, (found) => queryFor(lookUpCep, { params: { cep: found } }));
  const address = answer ? lineOf(answer.address) : null;
  /** Typed text is never replaced. */
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
      error={fieldState.error?.message ?? (state === 'unknown' && REGISTER_TEXTS.postalCode)}
      rightSection={state === 'running' && <Loader size={18} aria-label="Consultando o CEP" />}
    />
  );
};

const NewEstablishmentFields = () => {
  const { register, formState } = useFormContext<TypedMeter>();
  const field = fieldOf({ register, formState });
  const hasName = useWatch<TypedMeter, 'establishmentName'>({ name: 'establishmentName' }).trim() !== '';
  return (
    <>
      <TextInput
        {...field('establishmentName', 'Nome do estabelecimento')}
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

const OwnEstablishmentField = ({ establishments }: { establishments: readonly Establishment[] }) => {
  const { register, formState } = useFormContext<TypedMeter>();
  return (
    <NativeSelect
      {...register('establishmentId')}
      label="Estabelecimento"
      data={[
        { value: '', label: 'Selecione', disabled: true },
        ...establishments.map((establishment) => ({
          value: establishment._id,
          label: nameOf(establishment),
        })),
      ]}
      error={formState.errors.establishmentId?.message}
    />
  );
};

const EstablishmentFields = ({ establishments }: { establishments: readonly Establishment[] }) => {
  const { field } = useController<TypedMeter, 'where'>({ name: 'where' });
  const where = useWatch<TypedMeter, 'where'>({ name: 'where' });
  return (
    <fieldset className={styles.group} data-tour="register-establishment">
      <legend>Local</legend>
      {establishments.length > 0 && (
        <Segmented
          label="Onde o medidor está"
          value={where}
          options={[
            { value: 'existing', text: 'Estabelecimento' },
            { value: 'new', text: 'Novo estabelecimento' },
          ]}
          onChange={field.onChange}
        />
      )}
      {where === 'existing' && establishments.length > 0 ? (
        <OwnEstablishmentField establishments={establishments} />
      ) : (
        <NewEstablishmentFields />
      )}
    </fieldset>
  );
};

/** Specification, section 2: the default of a field that is not shown. */
const TENSION = 220;

interface Registered {
  readonly board: FreeBoard;
  /** The owner, where it is another person. */
  readonly ownerId: string | null;
}

const send = async (typed: TypedMeter, { board, ownerId }: Registered): Promise<unknown> => {
  const { alias, comment, isGeneral, isSolar: solarPanel, tariff: tax } = typed;
  const proof = board.code === undefined ? {} : { code: board.code };
  if (typed.where === 'existing') {
    const at = { locationCode: typed.establishmentId, name: alias, meter: board.mac, ...proof, comment };
    return request(createInstallation, {
      body: { ...at, fuseBoxMeter: isGeneral, solarPanel, voltage: TENSION, tax },
    });
  }
  const { establishmentName: name, address, postalCode, description } = typed;
  const location = { name, address, postalCode, description, ...(ownerId !== null && { owner: ownerId }) };
  const meter = { MACAddress: board.mac, ...proof, Alias: alias, Comment: comment, isGeral: isGeneral, tax };
  return request(registerMeter, { body: { ...meter, location, solarPanel, tension: TENSION } });
};

/** Installs a meter and opens its page, which waits for the first message. */
const useRegisterMeter = () => {
  const refresh = useRefreshMeters();
  const navigate = useNavigate();
  return async (typed: TypedMeter, registered: Registered): Promise<void> => {
    await send(typed, registered);
    await refresh();
    announce('Medidor Cadastrado com sucesso!', { tone: 'good', lastsMs: METER_AREA_MS });
    void navigate(`/meter/${registered.board.mac}`, { replace: true });
  };
};

const UNEXPECTED = 'Ops, algo inesperado aconteceu com a operação, tente novamente mais tarde.';

/** The server's message of a rejection, otherwise a general one. */
const textOf = (failure: Error): string =>
  failure instanceof ApiFailure && failure.status >= 400 && failure.status < 500 ? failure.msg : UNEXPECTED;

/** Type and model are null until the claim code is verified. */
export type FormBoard = FreeBoard | { readonly mac: string; readonly type: null; readonly model: null };

interface MeterFormProps {
  readonly board: FormBoard;
  /** The claim code field with its result; false where the MAC suffices. */
  readonly proof: ReactNode;
}

interface LoadedProps extends MeterFormProps {
  readonly establishments: readonly Establishment[];
  readonly needsTariff: boolean;
}

const useOwner = (establishments: readonly Establishment[]) => {
  const { _id, profile } = useUser();
  const [ownerId, setOwnerId] = useState(_id);
  return {
    mayChoose: may(profile, 'see-every-customer'),
    ownerId,
    setOwnerId,
    other: ownerId === _id ? null : ownerId,
    establishments: establishments.filter(({ owner }) => owner === ownerId),
  };
};

const Stage = ({ board, proof, establishments, needsTariff }: LoadedProps) => {
  const owner = useOwner(establishments);
  const register = useRegisterMeter();
  const [isDone, setDone] = useState(false);
  const { field, submit, isSending, failure, ...form } = useCallForm({
    schema: registerForm(needsTariff),
    defaultValues: noInput(owner.establishments.length > 0 ? 'existing' : 'new'),
    send: async (typed) => {
      if (board.type === null) return;
      setDone(true);
      await register(typed, { board, ownerId: owner.other }).catch((refused: unknown) => {
        setDone(false);
        throw refused;
      });
    },
  });
  const { errors, isDirty } = form.formState;
  const chooseOwner = (id: string) => {
    owner.setOwnerId(id);
    form.setValue('establishmentId', '');
    form.setValue(
      'where',
      establishments.some((establishment) => establishment.owner === id) ? 'existing' : 'new',
    );
  };
  return (
    <FormProvider {...form}>
      <Form label="Dados do medidor" hasOptional onSubmit={submit}>
        {proof}
        <StatList>
          <Stat label="Tipo">{board.type === null ? 'Aparece com o código' : typeText(board.type)}</Stat>
          {board.type === 'eletric' && <Stat label="Modelo">{modelText(board.model)}</Stat>}
        </StatList>
        {owner.mayChoose && (
          <OwnerSelect
            description="O medidor e o local serão desta conta."
            value={owner.ownerId}
            onChange={chooseOwner}
          />
        )}
        <TextInput
          {...field('alias', 'Apelido')}
          placeholder="Quadro da cozinha"
          autoComplete="off"
          maxLength={120}
        />
        <Textarea {...field('comment', 'Comentário (opcional)')} autosize={false} rows={2} maxLength={500} />
        <EstablishmentFields establishments={owner.establishments} />
        <fieldset className={styles.group} data-tour="register-tariff">
          <legend>Medição</legend>
          <Checkbox
            {...form.register('isGeneral', { onChange: () => form.setValue('isSolar', false) })}
            label="Medidor instalado no quadro geral"
          />
          {board.type === 'eletric' && (
            <SolarField {...form.register('isSolar')} isGeneral={form.watch('isGeneral')} />
          )}
          <TariffSelect
            type={board.type ?? 'eletric'}
            disabled={board.type === null}
            {...(board.type === null && { description: 'Digite o código da placa para escolher a tarifa.' })}
            value={form.watch('tariff')}
            error={errors.tariff?.message}
            onChange={(tariff) =>
              form.setValue('tariff', tariff, {
                shouldDirty: true,
                shouldValidate: form.formState.isSubmitted,
              })
            }
          />
        </fieldset>
        <FailureNotice failure={failure} describe={textOf} />
        <FormActions
          submit="Registrar"
          loading={isSending}
          disabled={board.type === null}
          data-tour="register-save"
        />
        <LeaveGuard isUnsaved={isDirty && !isDone} />
      </Form>
    </FormProvider>
  );
};

/** Stage 1: the fields of a meter with an available board. */
export const MeterForm = ({ board, proof }: MeterFormProps) => {
  const establishments = useQuery(queryFor(listEstablishments, {}));
  const tariffs = useQuery(queryFor(listTariffs, {}));
  // Without the list a new establishment can still be typed.
  if (establishments.data === undefined && !establishments.isError)
    return (
      <Loading label="Carregando locais">
        <SkeletonLine width={40} />
      </Loading>
    );
  const needsTariff = tariffs.data?.taxes.some(({ type }) => type === (board.type ?? 'eletric')) ?? true;
  return (
    <Stage
      board={board}
      proof={proof}
      establishments={establishments.data?.establishments ?? []}
      needsTariff={needsTariff}
    />
  );
};
