import { Button, Textarea } from '@mantine/core';
import {
  editUtilityBill,
  enterUtilityBill,
  type UtilityBillAnswer,
} from '@nascente/contract/money/utility-bills';
import type { TouPeriod } from '@nascente/domain/sites/tou-windows/tou-periods';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { request } from '../../../shared/api/api-client.ts';
import { FailureNotice } from '../../../shared/forms/failure-notice.tsx';
import { DateField } from '../../../shared/forms/fields/date-input.tsx';
import { DecimalField } from '../../../shared/forms/fields/decimal-field.tsx';
import { StoredImageField } from '../../../shared/forms/fields/stored-image-field.tsx';
import { Form, FormActions } from '../../../shared/forms/form.tsx';
import { LeaveGuard } from '../../../shared/forms/leave-guard.tsx';
import { showRefusals } from '../../../shared/forms/show-refusals.ts';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { announce } from '../../../shared/ui/snackbar.tsx';
import classes from '../contract/form/contract-form.module.css';
import { useBillAddress } from '../page-frame/bill-address.ts';
import type { TariffType } from '../page-frame/bill-texts.ts';
import { BilledLineFields } from './billed-line-fields.tsx';
import { type UtilityForm as Fields, useUtilityForm } from './use-utility-form.ts';
import { readUtilityDraft, type UtilityDraft } from './utility-draft.ts';

interface UtilityFormProps {
  readonly type: TariffType;
  readonly draft: UtilityDraft;
  readonly bill: UtilityBillAnswer | null;
  readonly touPeriods: readonly TouPeriod[];
  readonly hasDemand: boolean;
  readonly onDone: (id: string | null) => void;
}

const periodLabels = {
  inPoint: 'Na ponta',
  interPoint: 'No intermediário',
  outPoint: 'Fora ponta',
} as const satisfies Record<TouPeriod, string>;
const Quantities = ({
  form,
  type,
  touPeriods,
  hasDemand,
}: { form: Fields } & Pick<UtilityFormProps, 'type' | 'touPeriods' | 'hasDemand'>) => {
  if (type === 'water') return <DecimalField {...form.field('volume')} label="Consumo (m³, opcional)" />;
  return (
    <>
      <fieldset className={classes.group}>
        <legend>Consumo, em kWh (opcional)</legend>
        <div className={classes.columns}>
          {touPeriods.map((touPeriod) => (
            <DecimalField
              key={touPeriod}
              {...form.field(
                `consumed.${touPeriod}`,
                touPeriods.length > 1 ? periodLabels[touPeriod] : 'Consumo (kWh)',
              )}
            />
          ))}
        </div>
      </fieldset>
      {hasDemand && (
        <fieldset className={classes.group}>
          <legend>Demanda faturada, em kW (opcional)</legend>
          <div className={classes.columns}>
            <DecimalField {...form.field('demand.inPoint')} label="Na ponta (Azul)" />
            <DecimalField {...form.field('demand.outPoint')} label="Única ou fora ponta" />
          </div>
        </fieldset>
      )}
    </>
  );
};

const useSave = ({ type, bill, onDone }: UtilityFormProps) => {
  const { id } = useBillAddress();
  const queryClient = useQueryClient();
  return async (draft: UtilityDraft, onSaved: () => void) => {
    const { body } = readUtilityDraft(draft, type);
    if (body === null) return;
    const { type: _, ...changed } = body;
    const answer =
      bill === null
        ? await request(enterUtilityBill, { params: { id }, body })
        : await request(editUtilityBill, { params: { id, billId: bill.id }, body: changed });
    onSaved();
    announce(bill === null ? 'Fatura lançada.' : 'Fatura alterada.', { tone: 'good' });
    await queryClient.invalidateQueries();
    onDone(answer.bill.id);
  };
};

const FIELDS = ['start', 'end', 'total', 'volume', 'taxes', 'others', 'image', 'note'] as const;

export const UtilityForm = (props: UtilityFormProps) => {
  const { type, draft, bill, onDone } = props;
  const form = useUtilityForm(draft, type);
  const { control, field, handleSubmit, reset, setError, formState } = form;
  const [isUploading, setUploading] = useState(false);
  const [isPlaced, setPlaced] = useState(false);
  const save = useSave(props);
  const { start, isSending, failure } = useSending(async (typed: UtilityDraft) => {
    setPlaced(false);
    try {
      await save(typed, () => reset(typed));
    } catch (cause) {
      setPlaced(showRefusals(cause, FIELDS, setError));
      throw cause;
    }
  });
  const { isDirty } = formState;
  return (
    <Form
      label={bill === null ? 'Lançar fatura' : 'Alterar fatura'}
      hasOptional
      onSubmit={handleSubmit(start)}
    >
      <div className={classes.columns}>
        <DateField {...field('start')} label="Primeiro dia" description="Leitura anterior." />
        <DateField {...field('end')} label="Último dia" description="Véspera da leitura atual." />
        <DecimalField {...field('total')} label="Total (R$)" description="Valor a pagar." />
      </div>
      <Quantities form={form} {...props} />
      {type === 'eletric' && (
        <DecimalField
          {...field(
            'taxes',
            'ICMS, PIS e COFINS somados (R$, opcional)',
            'Com eles, a diferença de tributos é separada das outras.',
          )}
        />
      )}
      <BilledLineFields form={form} type={type} />
      <Controller
        control={control}
        name="image"
        render={({ field: image, fieldState }) => (
          <StoredImageField
            value={image.value}
            onChange={image.onChange}
            onUploading={setUploading}
            error={fieldState.error?.message}
          />
        )}
      />
      <Textarea {...field('note')} label="Observação (opcional)" maxLength={500} rows={3} />
      {!isPlaced && <FailureNotice failure={failure} />}
      <FormActions
        state={isDirty ? 'Há alterações não salvas.' : undefined}
        submit={bill === null ? 'Lançar fatura' : 'Salvar alterações'}
        loading={isSending}
        disabled={isUploading}
      >
        <Button variant="default" disabled={isSending} onClick={() => onDone(bill?.id ?? null)}>
          Cancelar
        </Button>
      </FormActions>
      <LeaveGuard isUnsaved={isDirty && !isSending} />
    </Form>
  );
};
