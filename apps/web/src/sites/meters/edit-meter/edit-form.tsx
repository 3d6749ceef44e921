import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { Board } from '@nascente/contract/sites/meters';
import { listTariffs } from '@nascente/contract/sites/tariffs';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { queryFor } from '../../../shared/api/api-client.ts';
import { SolarField } from '../../../shared/boards/solar-field.tsx';
import { Form, FormActions } from '../../../shared/forms/form.tsx';
import { LeaveGuard } from '../../../shared/forms/leave-guard.tsx';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { TariffSelect } from '../../../shared/tariffs/tariff-select.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { wordsOf } from './edit-failure.ts';
import { editForm, type TypedEdit, typedOf } from './edit-schema.ts';
import { SystemNames } from './system-names.tsx';
import { useSaveMeter } from './use-save-meter.ts';

interface EditFormProps {
  readonly board: Board;
  readonly mayEdit: boolean;
}

/** While the tariffs are not known it is the server that asks for one. */
const useNeedsTariff = (type: Board['type']): boolean => {
  const { data } = useQuery(queryFor(listTariffs, {}));
  return data?.taxes.some((tariff) => tariff.type === type) ?? false;
};

export const EditForm = ({ board, mayEdit }: EditFormProps) => {
  const systems = useId();
  const save = useSaveMeter(board);
  const [asked, setAsked] = useState<TypedEdit | null>(null);
  const form = useForm<TypedEdit>({
    resolver: zodResolver(editForm(useNeedsTariff(board.type))),
    // What is saved elsewhere meanwhile is followed, but for what is being typed here.
    values: typedOf(board),
    resetOptions: { keepDirtyValues: true },
  });
  const { register, handleSubmit, watch, setValue, reset, formState } = form;
  const { errors, isDirty, isSubmitted } = formState;
  const { start, isSending, failure } = useSending(async (typed: TypedEdit) => {
    try {
      await save(typed, () => reset(typed));
    } finally {
      setAsked(null);
    }
  });
  return (
    <Form label="Dados do medidor" hasOptional={mayEdit} onSubmit={handleSubmit(setAsked)}>
      <TextInput
        label="MAC Address"
        wrapperProps={{ 'data-tour': 'edit-meter-mac' }}
        value={board.macAddress}
        readOnly
        disabled={!mayEdit}
        {...(mayEdit && { description: 'Para colocar outra placa no lugar desta, use “Trocar placa”.' })}
      />
      <TextInput
        {...register('name')}
        label="Apelido"
        wrapperProps={{ 'data-tour': 'edit-meter-name' }}
        autoComplete="off"
        maxLength={120}
        disabled={!mayEdit}
        error={errors.name?.message}
      />
      <Textarea
        {...register('comment')}
        label="Comentário (opcional)"
        rows={2}
        maxLength={500}
        disabled={!mayEdit}
        error={errors.comment?.message}
      />
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
        error={errors.tariff?.message}
        onChange={(tariff) => setValue('tariff', tariff, { shouldDirty: true, shouldValidate: isSubmitted })}
      />
      <TextInput
        {...register('system')}
        label="Sistema de equipamentos (opcional)"
        description="Medidores do mesmo sistema, como as câmaras frias, aparecem juntos."
        autoComplete="off"
        maxLength={80}
        list={systems}
        disabled={!mayEdit}
        error={errors.system?.message}
      />
      <SystemNames id={systems} />
      {failure && (
        <Notice tone="bad" live>
          {wordsOf(failure)}
        </Notice>
      )}
      {mayEdit && (
        <FormActions state={isDirty ? 'Há alterações não salvas.' : 'Tudo salvo.'}>
          <Button type="submit" loading={isSending} data-tour="edit-meter-save">
            Confirmar alterações
          </Button>
        </FormActions>
      )}
      {asked !== null && (
        <ConfirmDialog
          title="Confirmar alterações?"
          isSending={isSending}
          onConfirm={() => start(asked)}
          onCancel={() => setAsked(null)}
        />
      )}
      <LeaveGuard isUnsaved={isDirty} />
    </Form>
  );
};
