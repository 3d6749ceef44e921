import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { BodyInput } from '@nascente/contract/base/call';
import { readContract } from '@nascente/contract/money/billing-terms';
import {
  MAX_COMMENT,
  MAX_NAME,
  MAX_SYSTEM,
  METER_TEXTS,
  meterSeen,
  updateMeter,
} from '@nascente/contract/sites/meter-changes';
import type { Board } from '@nascente/contract/sites/meters';
import { listTariffs } from '@nascente/contract/sites/tariffs';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod/mini';
import { queryFor, request } from '../../../shared/api/api-client.ts';
import { ApiFailure } from '../../../shared/api/api-failure.ts';
import { systemsOf } from '../../../shared/boards/equipment-systems.ts';
import { metersQuery } from '../../../shared/boards/meters-query.ts';
import { useRefreshMeters } from '../../../shared/boards/refresh-meters.ts';
import { SolarField } from '../../../shared/boards/solar-field.tsx';
import { FailureNotice } from '../../../shared/forms/failure-notice.tsx';
import { Form, FormActions } from '../../../shared/forms/form.tsx';
import { LeaveGuard } from '../../../shared/forms/leave-guard.tsx';
import { useCallForm } from '../../../shared/forms/use-call-form.ts';
import { useSeen } from '../../../shared/forms/use-seen.ts';
import { useMay } from '../../../shared/session-state/use-may.ts';
import { TariffSelect } from '../../../shared/tariffs/tariff-select.tsx';
import { tariffName } from '../../../shared/tariffs/tariff-texts.ts';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { announce, METER_AREA_MS } from '../../../shared/ui/snackbar.tsx';
import { useQuestion } from '../../../shared/ui/use-question.tsx';

const UNEXPECTED = 'Algo de errado aconteceu, tente novamente mais tarde!';

/** The server's message of a rejection, otherwise a general one. */
export const textOf = (failure: Error): string =>
  failure instanceof ApiFailure && failure.status >= 400 && failure.status < 500 ? failure.msg : UNEXPECTED;

/** `needsTariff`: tariffs for this type exist, so one is required. */
const editForm = (needsTariff: boolean) =>
  z.object({
    name: z
      .string()
      .check(z.trim(), z.minLength(1, METER_TEXTS.alias), z.maxLength(MAX_NAME, METER_TEXTS.alias)),
    comment: z.string().check(z.trim(), z.maxLength(MAX_COMMENT)),
    tension: z.enum(['110', '220']),
    isGeneral: z.boolean(),
    isSolar: z.boolean(),
    system: z.string().check(z.trim(), z.maxLength(MAX_SYSTEM)),
    tariff: z
      .nullable(z.string())
      .check(z.refine((tariff) => tariff !== null || !needsTariff, METER_TEXTS.tariff)),
  });

type TypedEdit = z.output<ReturnType<typeof editForm>>;

export const typedOf = (board: Board): TypedEdit => ({
  name: board.name,
  comment: board.Comment,
  tension: board.tension === 110 ? '110' : '220',
  isGeneral: board.isGeral,
  isSolar: board.solarPanel,
  system: board.system ?? '',
  tariff: board.tax,
});

export const changeOf = (board: Board, typed: TypedEdit): BodyInput<typeof updateMeter> => ({
  id: board.id,
  Alias: typed.name,
  macAddress: board.macAddress,
  Comment: typed.comment,
  isGeral: typed.isGeneral,
  tax: typed.tariff,
  tension: typed.tension === '110' ? 110 : 220,
  system: typed.system,
  solarPanel: typed.isSolar,
});

export const pageOf = ({ type, model, macAddress }: Pick<Board, 'type' | 'model' | 'macAddress'>): string => {
  if (type === 'water') return `/water/${macAddress}`;
  return model === 'mono' ? `/eletric/${macAddress}` : `/${model}/${macAddress}`;
};

/** Saves a meter and opens its page. `onSaved`: the form is clean from then on. */
const useSaveMeter = (board: Board) => {
  const refresh = useRefreshMeters();
  const navigate = useNavigate();
  const saveSeen = useSeen(meterSeen(board));
  const [isSaved, setSaved] = useState(false);
  // After the form is clean, so that leaving asks nothing.
  useEffect(() => {
    if (isSaved) void navigate(pageOf(board));
  }, [isSaved, navigate, board]);
  return async (typed: TypedEdit, onSaved: () => void): Promise<void> => {
    await saveSeen((headers) =>
      request(updateMeter, { params: { id: board.id }, body: changeOf(board, typed), headers }),
    );
    onSaved();
    announce('Alterações feitas!', { tone: 'good', lastsMs: METER_AREA_MS });
    setSaved(true);
    await refresh();
  };
};

/** Existing systems, offered while typing. */
const SystemNames = ({ id }: { readonly id: string }) => {
  const { data } = useQuery(metersQuery);
  return (
    <datalist id={id}>
      {systemsOf(data?.installationsMeter ?? []).map(({ name }) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
};

/** While tariffs load, the server enforces the requirement. */
const useNeedsTariff = (type: Board['type']): boolean => {
  const { data } = useQuery(queryFor(listTariffs, {}));
  return data?.taxes.some((tariff) => tariff.type === type) ?? false;
};

/** The tariff of the contract, where the bill uses it instead of the meter's. */
const BilledTariff = ({ board }: { readonly board: Board }) => {
  const { establishmentId, type, tax } = board;
  const maySeeBills = useMay('see-bills');
  const { data } = useQuery({
    ...queryFor(readContract, { params: { id: establishmentId }, query: { type } }),
    enabled: maySeeBills,
  });
  const inForce = data?.contract.inForce;
  if (inForce?.tariff == null || inForce.validFrom === null || inForce.tariff._id === tax) return null;
  return (
    <>
      A fatura usa a do contrato: {tariffName(inForce.tariff)}.{' '}
      <TextLink to={`/bill/${establishmentId}/contract${type === 'water' ? '?tipo=agua' : ''}`}>
        Ver contrato
      </TextLink>
    </>
  );
};

export const EditForm = ({ board, mayEdit }: { readonly board: Board; readonly mayEdit: boolean }) => {
  const systems = useId();
  const save = useSaveMeter(board);
  const { ask, question } = useQuestion();
  const form = useCallForm({
    schema: editForm(useNeedsTariff(board.type)),
    // Follows changes elsewhere, except in edited fields.
    values: typedOf(board),
    resetOptions: { keepDirtyValues: true },
    send: (typed, { reset }) => save(typed, () => reset(typed)),
  });
  const { field, register, handleSubmit, start, watch, setValue, isSending, failure } = form;
  const { errors, isDirty, isSubmitted } = form.formState;
  const askSaving = (typed: TypedEdit) =>
    ask({ title: 'Confirmar alterações?', isDestructive: false, call: () => start(typed) });
  return (
    <Form label="Dados do medidor" hasOptional={mayEdit} onSubmit={handleSubmit(askSaving)}>
      <TextInput
        label="MAC Address"
        wrapperProps={{ 'data-tour': 'edit-meter-mac' }}
        value={board.macAddress}
        readOnly
        disabled={!mayEdit}
        {...(mayEdit && { description: 'Para colocar outra placa no lugar desta, use “Trocar placa”.' })}
      />
      <TextInput
        {...field('name', 'Apelido')}
        wrapperProps={{ 'data-tour': 'edit-meter-name' }}
        autoComplete="off"
        maxLength={120}
        disabled={!mayEdit}
      />
      <Textarea {...field('comment', 'Comentário (opcional)')} rows={2} maxLength={500} disabled={!mayEdit} />
      <NativeSelect
        {...register('tension')}
        label="Tensão"
        disabled={!mayEdit}
        data={[
          { value: '110', label: '110V' },
          { value: '220', label: '220V' },
        ]}
      />
      <Checkbox
        {...register('isGeneral', { onChange: () => setValue('isSolar', false, { shouldDirty: true }) })}
        label="Medidor instalado no quadro geral"
        wrapperProps={{ 'data-tour': 'edit-meter-general' }}
        description="O medidor geral é o total do estabelecimento."
        disabled={!mayEdit}
      />
      {board.type === 'eletric' && (
        <SolarField {...register('isSolar')} isGeneral={watch('isGeneral')} disabled={!mayEdit} />
      )}
      <TariffSelect
        type={board.type}
        value={watch('tariff')}
        disabled={!mayEdit}
        description={<BilledTariff board={board} />}
        error={errors.tariff?.message}
        onChange={(tariff) => setValue('tariff', tariff, { shouldDirty: true, shouldValidate: isSubmitted })}
      />
      <TextInput
        {...field(
          'system',
          'Sistema de equipamentos (opcional)',
          'Medidores do mesmo sistema, como as câmaras frias, aparecem juntos.',
        )}
        autoComplete="off"
        maxLength={80}
        list={systems}
        disabled={!mayEdit}
      />
      <SystemNames id={systems} />
      <FailureNotice failure={failure} describe={textOf} />
      {mayEdit && (
        <FormActions
          state={isDirty ? 'Há alterações não salvas.' : 'Tudo salvo.'}
          submit="Confirmar alterações"
          loading={isSending}
          data-tour="edit-meter-save"
        />
      )}
      {question}
      <LeaveGuard isUnsaved={isDirty} />
    </Form>
  );
};
