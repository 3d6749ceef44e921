import { zodResolver } from '@hookform/resolvers/zod';
import { Button, TextInput } from '@mantine/core';
import { newBoard } from '@nascente/contract/telemetry/inventory';
import { boardEquipments, boardModels, boardTypes } from '@nascente/domain/sites/boards/board-traits';
import { normalizeMac } from '@nascente/domain/sites/boards/mac';
import { useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import { ApiFailure } from '../../../shared/api/api-failure.ts';
import { Form, FormActions } from '../../../shared/forms/form.tsx';
import { wordsOf } from '../../../shared/forms/use-sending.ts';
import { Notice } from '../../../shared/ui/notice.tsx';
import { TraitsFields } from '../traits-fields.tsx';
import type { useProvisioning } from './use-provisioning.ts';

const typedBoard = z.object({
  mac: newBoard.shape.mac,
  type: z.enum(boardTypes),
  model: z.enum(boardModels),
  equipment: z.enum(boardEquipments),
});
type TypedBoard = z.output<typeof typedBoard>;
const EMPTY: TypedBoard = { mac: '', type: 'eletric', model: 'tri', equipment: 'emd3p' };

/** Known already: of one board the server's words belong at its field. */
const isKnown = (failure: Error | null): boolean =>
  failure instanceof ApiFailure && failure.type === 'duplicate';

export const OneBoardForm = ({ provisioning }: { provisioning: ReturnType<typeof useProvisioning> }) => {
  const { start, isSending, failure } = provisioning;
  const { register, handleSubmit, watch, formState } = useForm<TypedBoard>({
    resolver: zodResolver(typedBoard),
    defaultValues: EMPTY,
  });
  const refusal = isKnown(failure) ? failure : null;
  return (
    <Form label="Nova placa" onSubmit={handleSubmit((board) => start([board]))}>
      {failure && !refusal && (
        <Notice tone="bad" live>
          {wordsOf(failure)}
        </Notice>
      )}
      <TextInput
        {...register('mac', { setValueAs: (text: string) => normalizeMac(text.trim()) ?? text.trim() })}
        label="Endereço MAC"
        placeholder="A4:CF:12:00:0B:01"
        description="Seis pares separados por dois-pontos ou hífen, como na etiqueta da placa."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={formState.errors.mac?.message ?? (refusal && wordsOf(refusal))}
      />
      <TraitsFields
        fields={{ type: register('type'), model: register('model'), equipment: register('equipment') }}
        isWater={watch('type') === 'water'}
      />
      <FormActions>
        <Button type="submit" loading={isSending}>
          Cadastrar placa
        </Button>
      </FormActions>
    </Form>
  );
};
