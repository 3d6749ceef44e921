import { zodResolver } from '@hookform/resolvers/zod';
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type Establishment, listEstablishments } from '@nascente/contract/sites/establishments';
import { createInstallation } from '@nascente/contract/sites/meters';
import { registerMeter } from '@nascente/contract/sites/registration';
import { listTariffs } from '@nascente/contract/sites/tariffs';
import { may } from '@nascente/domain/people/permissions';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { FormProvider, useController, useForm, useFormContext, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { queryFor, request } from '../../shared/api/api-client.ts';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { modelWords, typeWords } from '../../shared/boards/board-words.ts';
import { useRefreshMeters } from '../../shared/boards/refresh-meters.ts';
import { SolarField } from '../../shared/boards/solar-field.tsx';
import type { FreeBoard } from '../../shared/boards/use-board-check.ts';
import { nameOf } from '../../shared/establishment-name.ts';
import { FailureNotice } from '../../shared/forms/failure-notice.tsx';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx';
import { useSending } from '../../shared/forms/use-sending.ts';
import { OwnerSelect } from '../../shared/people/owner-select.tsx';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { TariffSelect } from '../../shared/tariffs/tariff-select.tsx';
import { Stat, StatList } from '../../shared/ui/marks/stat-list.tsx';
import { Loading, SkeletonLine } from '../../shared/ui/page/skeleton.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { announce, METER_AREA_MS } from '../../shared/ui/snackbar.tsx';
import { NewEstablishmentFields } from './new-establishment-fields.tsx';
import styles from './register-meter.module.css';
import { nothingTyped, registerForm, type TypedMeter } from './register-schema.ts';

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

/** Where the meter hangs: at an establishment that is there, or at a new establishment. */
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
            { value: 'new', text: 'Novo local' },
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

/** Spec, section 2: the default of what is not asked. */
const TENSION = 220;

interface Registered {
  readonly board: FreeBoard;
  /** Whose it will be, where that is somebody else. */
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

/** Registers a meter, and opens its page, which waits for the first message. */
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

/** What the server refuses it says itself; of everything else nobody can make anything. */
const wordsOf = (failure: Error): string =>
  failure instanceof ApiFailure && failure.status >= 400 && failure.status < 500 ? failure.msg : UNEXPECTED;

/** Type and model are null until the code of the label is verified. */
export type FormBoard = FreeBoard | { readonly mac: string; readonly type: null; readonly model: null };

interface MeterFormProps {
  readonly board: FormBoard;
  /** Field for the code of the label, with the result of its check; false where the MAC alone is enough. */
  readonly proof: ReactNode;
}

interface KnownProps extends MeterFormProps {
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
    /** Null for one's own: nothing need be said. */
    other: ownerId === _id ? null : ownerId,
    establishments: establishments.filter(({ owner }) => owner === ownerId),
  };
};

const Stage = ({ board, proof, establishments, needsTariff }: KnownProps) => {
  const owner = useOwner(establishments);
  const register = useRegisterMeter();
  const form = useForm<TypedMeter>({
    resolver: zodResolver(registerForm(needsTariff)),
    defaultValues: nothingTyped(owner.establishments.length > 0 ? 'existing' : 'new'),
  });
  const { errors, isDirty } = form.formState;
  const [isDone, setDone] = useState(false);
  const { start, isSending, failure } = useSending(async (typed: TypedMeter) => {
    if (board.type === null) return;
    setDone(true);
    await register(typed, { board, ownerId: owner.other }).catch((refused: unknown) => {
      setDone(false);
      throw refused;
    });
  });
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
      <Form label="Dados do medidor" hasOptional onSubmit={form.handleSubmit((typed) => start(typed))}>
        {proof}
        <StatList>
          <Stat label="Tipo">{board.type === null ? 'Aparece com o código' : typeWords(board.type)}</Stat>
          {board.type === 'eletric' && <Stat label="Modelo">{modelWords(board.model)}</Stat>}
        </StatList>
        {owner.mayChoose && (
          <OwnerSelect
            description="O medidor e o local serão desta conta."
            value={owner.ownerId}
            onChange={chooseOwner}
          />
        )}
        <TextInput
          {...form.register('alias')}
          label="Apelido"
          placeholder="Quadro da cozinha"
          autoComplete="off"
          maxLength={120}
          error={errors.alias?.message}
        />
        <Textarea
          {...form.register('comment')}
          label="Comentário (opcional)"
          autosize={false}
          rows={2}
          maxLength={500}
        />
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
        <FailureNotice failure={failure} describe={wordsOf} />
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

/** Stage 1: everything about a meter whose board is there and free. */
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
