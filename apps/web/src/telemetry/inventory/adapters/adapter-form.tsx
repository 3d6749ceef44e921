import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { AnsweredAdapter } from '@nascente/contract/sites/board-adapter';
import { setBoardAdapter } from '@nascente/contract/sites/board-adapter';
import { ADAPTER_KINDS } from '@nascente/domain/telemetry/adapters/adapter';
import type { BoardKind } from '@nascente/domain/telemetry/frames/frame-layout';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { request } from '../../../shared/api/api-client.ts';
import { Form, FormActions } from '../../../shared/forms/form.tsx';
import { showRefusals } from '../../../shared/forms/show-refusals.ts';
import { useSending, wordsOf } from '../../../shared/forms/use-sending.ts';
import { Notice } from '../../../shared/ui/notice.tsx';
import { announce } from '../../../shared/ui/snackbar.tsx';
import styles from '../board.module.css';
import { type AdapterDraft, draftOf, readDraft } from './adapter-draft.ts';
import { adapterNames, topicHints } from './adapter-words.ts';
import { PayloadTrial } from './payload-trial.tsx';

interface AdapterFormProps {
  readonly mac: string;
  readonly kind: BoardKind;
  readonly saved: AnsweredAdapter | null;
  readonly onSaved: (adapter: AnsweredAdapter | null) => void;
}

const CHOICES = [
  { value: 'native', label: 'Nenhum: a placa fala o formato próprio' },
  ...ADAPTER_KINDS.map((value) => ({ value, label: adapterNames[value] })),
];

const FIELDS = ['topic', 'zone', 'mapping', 'registerWidth', 'mostPerHour'] as const;

const MeterFields = ({ form, kind }: { form: UseFormReturn<AdapterDraft>; kind: BoardKind }) => {
  const { register, watch, formState } = form;
  const { errors } = formState;
  const adapter = watch('adapter');
  if (adapter === 'native') return null;
  const unit = kind === 'water' ? 'm³' : 'kWh';
  return (
    <>
      <TextInput
        {...register('topic')}
        label="Tópico do medidor"
        description={`Por exemplo ${topicHints[adapter]}. O medidor entra com o MAC e a chave da placa e só publica daqui para baixo.`}
        error={errors.topic?.message}
        autoComplete="off"
        spellCheck={false}
      />
      <TextInput
        {...register('zone')}
        label="Fuso das datas sem fuso"
        error={errors.zone?.message}
        autoComplete="off"
        spellCheck={false}
      />
      <TextInput
        {...register('registerWidth')}
        label={`Registrador recomeça em (${unit}, opcional)`}
        description="Com ele a virada do contador é reconhecida."
        error={errors.registerWidth?.message}
        inputMode="decimal"
      />
      <TextInput
        {...register('mostPerHour')}
        label={`Máximo possível por hora (${unit}, opcional)`}
        description="Um salto maior que isto espera os próximos valores antes de contar."
        error={errors.mostPerHour?.message}
        inputMode="decimal"
      />
      {adapter === 'generic' && (
        <Textarea
          {...register('mapping')}
          label="Mapeamento"
          description="Para cada valor: tópico abaixo do medidor, caminho no JSON, grandeza e unidade."
          error={errors.mapping?.message}
          rows={10}
          spellCheck={false}
        />
      )}
    </>
  );
};

/** How the messages of a board are read, and a place to try it. */
export const AdapterForm = ({ mac, kind, saved, onSaved }: AdapterFormProps) => {
  const form = useForm<AdapterDraft>({ defaultValues: draftOf(saved) });
  const { register, watch, setError, getValues, handleSubmit, formState } = form;
  const { start, isSending, failure } = useSending(async () => {
    const read = readDraft(getValues());
    if ('faults' in read) {
      for (const { field, msg } of read.faults) setError(field, { message: msg });
      return;
    }
    try {
      const { adapter } = await request(setBoardAdapter, {
        params: { mac },
        body: { adapter: read.adapter },
      });
      form.reset(draftOf(adapter));
      onSaved(adapter);
      announce('Adaptador salvo.', { tone: 'good' });
    } catch (refused) {
      if (!showRefusals<AdapterDraft>(refused, FIELDS, setError)) throw refused;
    }
  });
  return (
    <>
      {failure && (
        <Notice tone="bad" live>
          {wordsOf(failure)}
        </Notice>
      )}
      <div className={styles.adapter}>
        <Form
          label="Como a placa é lida"
          hasOptional={form.watch('adapter') !== 'native'}
          onSubmit={handleSubmit(() => start())}
        >
          <NativeSelect
            {...register('adapter')}
            label="Adaptador"
            data={CHOICES}
            error={formState.errors.adapter?.message}
          />
          <MeterFields form={form} kind={kind} />
          <FormActions>
            <Button type="submit" loading={isSending} disabled={!formState.isDirty}>
              Salvar
            </Button>
          </FormActions>
        </Form>
        <PayloadTrial draft={watch()} kind={kind} />
      </div>
    </>
  );
};
