import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { MAX_BILLED_LINES } from '@nascente/contract/money/billed-lines';
import {
  editUtilityBill,
  enterUtilityBill,
  type UtilityBillAnswer,
} from '@nascente/contract/money/utility-bills';
import { BILLED_LINE_KINDS, type BilledLineKind } from '@nascente/domain/money/bill-check/billed-lines';
import type { TouPeriod } from '@nascente/domain/sites/tou-windows/tou-periods';
import { useState } from 'react';
import { Controller, useFieldArray, useWatch } from 'react-hook-form';
import { request, useOutdate } from '../../../shared/api/api-client.ts';
import { FailureNotice } from '../../../shared/forms/failure-notice.tsx';
import { DateField } from '../../../shared/forms/fields/date-input.tsx';
import { DecimalField } from '../../../shared/forms/fields/decimal-field.tsx';
import { StoredImageField } from '../../../shared/forms/fields/stored-image-field.tsx';
import { Form, FormActions } from '../../../shared/forms/form.tsx';
import { LeaveGuard } from '../../../shared/forms/leave-guard.tsx';
import { showRefusals } from '../../../shared/forms/show-refusals.ts';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { announce } from '../../../shared/ui/snackbar.tsx';
import { lineKindNames, signs } from '../contract/contract-texts.ts';
import classes from '../contract/form/contract-form.module.css';
import { AddEntry, DatedEntry } from '../contract/form/dated-entry.tsx';
import type { TariffType } from '../page-frame/bill-address.ts';
import { useBillAddress } from '../page-frame/bill-address.ts';
import {
  newBilledLine,
  readUtilityDraft,
  type UtilityDraft,
  type UtilityFields,
  useUtilityForm,
} from './utility-draft.ts';

/** Kinds that water bills lack. */
const OF_ENERGY: readonly BilledLineKind[] = ['lighting', 'interruption', 'charge', 'ccee', 'supplier'];

/** Most electricity bills have public lighting; other kinds follow. */
const kindsOf = (type: TariffType) =>
  ['lighting' as const, ...BILLED_LINE_KINDS.filter((kind) => kind !== 'lighting')]
    .filter((kind) => type === 'eletric' || !OF_ENERGY.includes(kind))
    .map((value) => ({ value, label: lineKindNames[value] }));

const modes = [
  { value: 'amount', label: 'Valor em R$' },
  { value: 'quantity', label: 'Quantidade × preço' },
];
interface FieldsProps {
  readonly form: UtilityFields;
  readonly type: TariffType;
}

const BilledLine = ({
  form,
  type,
  index,
  onRemove,
}: FieldsProps & { readonly index: number; readonly onRemove: () => void }) => {
  const at = `lines.${index}` as const;
  const [mode, label] = useWatch({ control: form.control, name: [`${at}.mode`, `${at}.label`] });
  const kind = form.field(`${at}.kind`);
  return (
    <DatedEntry label={label || `Linha ${index + 1}`} removal="Remover linha" onRemove={onRemove}>
      <div className={classes.columns}>
        <NativeSelect
          {...kind}
          label="Tipo"
          data={kindsOf(type)}
          onChange={(event) => {
            void kind.onChange(event);
            const { amount, quantity, price } = form.getValues(at);
            const chosen = newBilledLine(event.currentTarget.value as BilledLineKind);
            form.setValue(at, { ...chosen, mode, amount, quantity, price }, { shouldDirty: true });
          }}
        />
        <TextInput {...form.field(`${at}.label`)} label="Nome, como está na fatura" autoComplete="off" />
      </div>
      <div className={classes.columns}>
        <NativeSelect {...form.field(`${at}.mode`)} label="Como é calculada" data={modes} />
        {mode === 'amount' ? (
          <DecimalField {...form.field(`${at}.amount`)} label="Valor (R$)" />
        ) : (
          <>
            <DecimalField {...form.field(`${at}.quantity`)} label="Quantidade" />
            <DecimalField {...form.field(`${at}.price`)} label="Preço (R$)" />
          </>
        )}
        <NativeSelect {...form.field(`${at}.sign`)} label="Efeito" data={signs} />
      </div>
      {type === 'eletric' && (
        <div className={classes.checks}>
          <p className={classes.help}>Tributos dentro desta linha:</p>
          <Checkbox {...form.register(`${at}.icms`)} label="ICMS" />
          <Checkbox {...form.register(`${at}.pisCofins`)} label="PIS e COFINS, ou CBS e IBS" />
        </div>
      )}
    </DatedEntry>
  );
};

/** Bill lines outside the tariff: line by line, none, or a sum entered earlier. */
const BilledLineFields = ({ form, type }: FieldsProps) => {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'lines' });
  const others = form.formState.defaultValues?.others ?? '';
  return (
    <fieldset className={classes.group}>
      <legend>Outras linhas da fatura</legend>
      <p className={classes.help}>
        O que a fatura traz além da tarifa, como está impresso: {type === 'eletric' && 'iluminação pública, '}
        devoluções, multas, parcelas, retenções. Com elas, a diferença de preços é separada e cada linha é
        conferida.
      </p>
      {fields.map((line, index) => (
        <BilledLine key={line.id} form={form} type={type} index={index} onRemove={() => remove(index)} />
      ))}
      {fields.length === 0 && others !== '' && (
        <DecimalField
          {...form.field(
            'others',
            'Soma das outras linhas (R$)',
            'Lançada sem as linhas. Acrescente-as para conferir uma a uma.',
          )}
        />
      )}
      {fields.length === 0 && others === '' && (
        <Checkbox {...form.register('hasNoLines')} label="A fatura não tem nenhuma outra linha" />
      )}
      {fields.length < MAX_BILLED_LINES && (
        <AddEntry
          onClick={() =>
            append(newBilledLine(type === 'eletric' && fields.length === 0 ? 'lighting' : 'other'))
          }
        >
          Acrescentar linha
        </AddEntry>
      )}
    </fieldset>
  );
};

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
}: { form: UtilityFields } & Pick<UtilityFormProps, 'type' | 'touPeriods' | 'hasDemand'>) => {
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
  const outdate = useOutdate();
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
    await outdate();
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
            'Tributos somados (R$, opcional)',
            'ICMS, PIS, COFINS, CBS e IBS: com eles, a diferença de tributos é separada das outras.',
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
