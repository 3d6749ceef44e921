import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { MAX_BENEFITS } from '@nascente/contract/money/billing-contract';
import { BENEFIT_KINDS, type BenefitKind } from '@nascente/domain/sites/tariffs/benefit';
import {
  type LineSharing,
  MAX_OWN_LINES,
  OWN_LINE_KINDS,
  type OwnLineKind,
} from '@nascente/domain/sites/tariffs/own-line';
import { useFieldArray, useWatch } from 'react-hook-form';
import { optionsOf } from '../../../../shared/forms/fields/choice.tsx';
import { DateField } from '../../../../shared/forms/fields/date-input.tsx';
import { DecimalField } from '../../../../shared/forms/fields/decimal-field.tsx';
import { RemoveButton } from '../../../../shared/ui/marks/remove-button.tsx';
import { lineKindNames, signs } from '../contract-texts.ts';
import { benefitNames, newBenefit } from '../draft/benefit-draft.ts';
import { hasDemand } from '../draft/contract-draft.ts';
import { newOwnLine, type TypedOwnLine } from '../draft/own-line-draft.ts';
import type { ContractFields } from '../draft/read-contract-draft.ts';
import classes from './contract-form.module.css';
import { AddEntry, DatedEntry } from './dated-entry.tsx';

const benefitKinds = optionsOf(benefitNames, BENEFIT_KINDS);

interface BenefitProps {
  readonly form: ContractFields;
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
      <AddEntry
        variant="subtle"
        size="sm"
        onClick={() => insert(fields.length - 1, { upTo: '', tusd: '', te: '' })}
      >
        Acrescentar faixa de consumo
      </AddEntry>
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

const Benefit = ({ form, index, onRemove }: BenefitProps & { readonly onRemove: () => void }) => {
  const at = `benefits.${index}` as const;
  const [label, modality] = useWatch({ control: form.control, name: [`${at}.label`, 'modality'] });
  const kind = form.field(`${at}.kind`);
  return (
    <DatedEntry label={label || `Desconto ${index + 1}`} removal="Remover desconto" onRemove={onRemove}>
      <div className={classes.columns}>
        <NativeSelect
          {...kind}
          label="Tipo de desconto"
          data={benefitKinds}
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

export const BenefitFields = ({ form, today }: { readonly form: ContractFields; readonly today: string }) => {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'benefits' });
  return (
    <fieldset className={classes.group}>
      <legend>Descontos na tarifa</legend>
      <p className={classes.help}>
        Tarifa social, rural, irrigação por horário, saneamento, iluminação pública. Com mais de um, cada um
        vale sobre o que o anterior deixou. Como aparecem na fatura, escolha abaixo.
      </p>
      {fields.map((one, index) => (
        <Benefit key={one.id} form={form} index={index} onRemove={() => remove(index)} />
      ))}
      {fields.length < MAX_BENEFITS && (
        <AddEntry onClick={() => append(newBenefit('social', `${today.slice(0, 7)}-01`))}>
          Acrescentar desconto
        </AddEntry>
      )}
    </fieldset>
  );
};

const kinds = optionsOf(lineKindNames, OWN_LINE_KINDS);

const sharings = optionsOf<LineSharing>({
  none: 'Fica fora do rateio',
  consumption: 'Pelo consumo',
  equally: 'Em partes iguais',
});

interface LineProps {
  readonly form: ContractFields;
  readonly index: number;
  readonly unit: string;
}

const modesOf = (unit: string) => [
  { value: 'amount', label: 'Valor em R$' },
  { value: 'quantity', label: 'Quantidade × preço' },
  { value: 'per-unit', label: `R$ por ${unit}` },
  { value: 'share', label: 'Parte do que a tarifa cobra' },
];

const ValueFields = ({ form, index, unit }: LineProps) => {
  const at = `ownLines.${index}` as const;
  const mode = useWatch({ control: form.control, name: `${at}.mode` });
  return (
    <div className={classes.columns}>
      <NativeSelect {...form.field(`${at}.mode`)} label="Como é calculada" data={modesOf(unit)} />
      {mode === 'amount' && <DecimalField {...form.field(`${at}.amount`)} label="Valor (R$)" />}
      {mode === 'quantity' && <DecimalField {...form.field(`${at}.quantity`)} label="Quantidade" />}
      {(mode === 'quantity' || mode === 'per-unit') && (
        <DecimalField
          {...form.field(`${at}.price`, mode === 'quantity' ? 'Preço (R$)' : `Preço (R$/${unit})`)}
        />
      )}
      {mode === 'share' && (
        <>
          <DecimalField {...form.field(`${at}.share`)} label="Parte (%)" />
          <DecimalField {...form.field(`${at}.demandShare`, 'Da demanda (%)', 'Em branco: a mesma.')} />
        </>
      )}
      <NativeSelect {...form.field(`${at}.sign`)} label="Efeito" data={signs} />
    </div>
  );
};

const TaxChecks = ({ form, index }: Pick<LineProps, 'form' | 'index'>) => {
  const at = `ownLines.${index}` as const;
  const [icms, pisCofins] = useWatch({ control: form.control, name: [`${at}.icms`, `${at}.pisCofins`] });
  return (
    <div className={classes.checks}>
      <p className={classes.help}>Tributos desta linha:</p>
      <Checkbox {...form.register(`${at}.icms`)} label="ICMS" />
      <Checkbox {...form.register(`${at}.pisCofins`)} label="PIS e COFINS, ou CBS e IBS" />
      {(icms || pisCofins) && (
        <Checkbox
          {...form.register(`${at}.isBeforeTaxes`)}
          label="O valor está sem tributos: somar por dentro"
        />
      )}
    </div>
  );
};

const Line = ({ form, index, unit, onRemove }: LineProps & { readonly onRemove: () => void }) => {
  const at = `ownLines.${index}` as const;
  const [repeats, label, kindOfLine] = useWatch({
    control: form.control,
    name: [`${at}.repeats`, `${at}.label`, `${at}.kind`],
  });
  const kind = form.field(`${at}.kind`);
  return (
    <DatedEntry label={label || `Linha ${index + 1}`} removal="Remover linha" onRemove={onRemove}>
      <div className={classes.columns}>
        <NativeSelect
          {...kind}
          label="Tipo"
          data={kinds}
          onChange={(event) => {
            void kind.onChange(event);
            const before = form.getValues(at);
            const chosen = newOwnLine(event.currentTarget.value as OwnLineKind, before.first);
            const { amount, quantity, price, share, demandShare, last } = before;
            const shares = share === '' ? {} : { share, demandShare };
            form.setValue(at, { ...chosen, amount, quantity, price, ...shares, last }, { shouldDirty: true });
          }}
        />
        <TextInput {...form.field(`${at}.label`)} label="Nome, como está na fatura" autoComplete="off" />
      </div>
      <ValueFields form={form} index={index} unit={unit} />
      {kindOfLine === 'retention' && (
        <p className={classes.help}>
          Só imposto de renda: 1,2% da energia e 4,8% da demanda. Com CSLL, PIS e COFINS: 5,85% e 9,45%.
        </p>
      )}
      <div className={classes.columns}>
        <NativeSelect
          {...form.field(`${at}.repeats`, 'Quando é cobrada')}
          data={[
            { value: 'cycle', label: 'Em todas as faturas' },
            { value: 'once', label: 'Uma vez' },
          ]}
        />
        <DateField {...form.field(`${at}.first`, repeats === 'once' ? 'Na fatura deste dia' : 'Desde')} />
        {repeats === 'cycle' && <DateField {...form.field(`${at}.last`)} label="Até (sem fim: em branco)" />}
        <NativeSelect {...form.field(`${at}.sharing`)} label="No rateio" data={sharings} />
      </div>
      <TaxChecks form={form} index={index} />
    </DatedEntry>
  );
};

interface OwnLineFieldsProps {
  readonly form: ContractFields;
  readonly today: string;
  readonly unit: string;
}

export const OwnLineFields = ({ form, today, unit }: OwnLineFieldsProps) => {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'ownLines' });
  const add = () => append(newOwnLine('other', `${today.slice(0, 7)}-01`) satisfies TypedOwnLine);
  return (
    <fieldset className={classes.group}>
      <legend>Outras linhas da fatura</legend>
      <p className={classes.help}>
        O que a fatura traz além da tarifa: devoluções, multas, parcelas, taxas, doações, retenções. Entram na
        fatura, na previsão, no rateio e na conferência.
      </p>
      {fields.map((line, index) => (
        <Line key={line.id} form={form} index={index} unit={unit} onRemove={() => remove(index)} />
      ))}
      {fields.length < MAX_OWN_LINES && <AddEntry onClick={add}>Acrescentar linha</AddEntry>}
    </fieldset>
  );
};
