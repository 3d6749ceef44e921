import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { MAX_BENEFITS } from '@nascente/contract/money/billing-contract';
import { BENEFIT_KINDS, type BenefitKind } from '@nascente/domain/sites/tariffs/benefit';
import { useFieldArray, useWatch } from 'react-hook-form';
import { DateField } from '../../../../shared/forms/fields/date-input.tsx';
import { DecimalField } from '../../../../shared/forms/fields/decimal-field.tsx';
import { RemoveButton } from '../../../../shared/ui/marks/remove-button.tsx';
import { benefitNames, newBenefit } from '../draft/benefit-draft.ts';
import { hasDemand } from '../draft/contract-draft.ts';
import type { ContractForm } from '../draft/use-contract-form.ts';
import classes from './contract-form.module.css';
import { DatedEntry } from './dated-entry.tsx';

const kinds = BENEFIT_KINDS.map((value) => ({ value, label: benefitNames[value] }));
interface BenefitProps {
  readonly form: ContractForm;
  readonly index: number;
}

const StepFields = ({ form, index }: BenefitProps) => {
  const at = `benefits.${index}.steps` as const;
  const { fields, insert, remove } = useFieldArray({ control: form.control, name: at });
  const isFlat = fields.length === 1;
  return (
    <>
      {fields.map((step, number) => (
        <fieldset key={step.id} className={classes.step} aria-label={`Faixa ${number + 1}`}>
          {!isFlat && (
            <DecimalField
              {...form.field(`${at}.${number}.upTo`, 'Até (kWh)')}
              placeholder={number === fields.length - 1 ? 'sem limite' : undefined}
              disabled={number === fields.length - 1}
            />
          )}
          <DecimalField {...form.field(`${at}.${number}.tusd`)} label="Na TUSD (%)" />
          <DecimalField {...form.field(`${at}.${number}.te`)} label="Na TE (%)" />
          {!isFlat && (
            <RemoveButton
              label={`Remover a faixa ${number + 1}`}
              className={classes.beside}
              onClick={() => remove(number)}
            />
          )}
        </fieldset>
      ))}
      <div className={classes.foot}>
        <Button
          variant="subtle"
          size="sm"
          onClick={() => insert(fields.length - 1, { upTo: '', tusd: '', te: '' })}
        >
          Acrescentar faixa de consumo
        </Button>
      </div>
    </>
  );
};

const HourFields = ({ form, index }: BenefitProps) => {
  const at = `benefits.${index}` as const;
  const hasHours = useWatch({ control: form.control, name: `${at}.hasHours` });
  return (
    <>
      <Checkbox {...form.register(`${at}.hasHours`)} label="Só em um horário do dia" />
      {hasHours && (
        <div className={classes.columns}>
          <DateField {...form.field(`${at}.start`)} kind="time" label="Das" />
          <DateField {...form.field(`${at}.end`)} kind="time" label="Até as" />
        </div>
      )}
    </>
  );
};

const Entry = ({ form, index, onRemove }: BenefitProps & { readonly onRemove: () => void }) => {
  const at = `benefits.${index}` as const;
  const [label, modality] = useWatch({ control: form.control, name: [`${at}.label`, 'modality'] });
  const kind = form.field(`${at}.kind`);
  return (
    <DatedEntry label={label || `Desconto ${index + 1}`} removal="Remover desconto" onRemove={onRemove}>
      <div className={classes.columns}>
        <NativeSelect
          {...kind}
          label="Tipo de desconto"
          data={kinds}
          onChange={(event) => {
            void kind.onChange(event);
            const { first, last } = form.getValues(at);
            const chosen = newBenefit(event.currentTarget.value as BenefitKind, first);
            form.setValue(at, { ...chosen, last }, { shouldDirty: true });
          }}
        />
        <TextInput {...form.field(`${at}.label`)} label="Nome na fatura" autoComplete="off" />
      </div>
      <StepFields form={form} index={index} />
      <HourFields form={form} index={index} />
      <div className={classes.columns}>
        {hasDemand({ modality }) && (
          <DecimalField {...form.field(`${at}.demand`)} label="Demanda (%, opcional)" />
        )}
        <DateField {...form.field(`${at}.first`)} label="Vale desde" />
        <DateField {...form.field(`${at}.last`)} label="Vale até (opcional)" />
      </div>
    </DatedEntry>
  );
};

export const BenefitFields = ({ form, today }: { readonly form: ContractForm; readonly today: string }) => {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'benefits' });
  return (
    <fieldset className={classes.group}>
      <legend>Descontos na tarifa</legend>
      <p className={classes.help}>
        Tarifa social, rural, irrigação por horário, saneamento, iluminação pública. Com mais de um, cada um
        vale sobre o que o anterior deixou. Como aparecem na fatura, escolha abaixo.
      </p>
      {fields.map((one, index) => (
        <Entry key={one.id} form={form} index={index} onRemove={() => remove(index)} />
      ))}
      {fields.length < MAX_BENEFITS && (
        <div className={classes.foot}>
          <Button variant="default" onClick={() => append(newBenefit('social', `${today.slice(0, 7)}-01`))}>
            Acrescentar desconto
          </Button>
        </div>
      )}
    </fieldset>
  );
};
