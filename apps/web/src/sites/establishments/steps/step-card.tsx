import { Button, Checkbox } from '@mantine/core';
import { type ComponentType, createContext, type Ref, useContext, useState } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { StoredImageField } from '../../../shared/forms/fields/stored-image-field.tsx';
import { Form, FormActions } from '../../../shared/forms/form.tsx';
import { TermHint } from '../../../shared/glossary/term-hint.tsx';
import { TariffSelect } from '../../../shared/tariffs/tariff-select.tsx';
import { Card } from '../../../shared/ui/marks/card.tsx';
import type { TypedEstablishment } from '../typed/typed-establishment.ts';
import { BusinessStep } from './business-step.tsx';
import { CustomEquipment } from './custom-equipment.tsx';
import { HoursStep } from './hours-step.tsx';
import styles from './step-card.module.css';
import { LAST_STEP, type StepName, stepAt } from './step-checks.ts';
import wizardFieldsClasses from './wizard-fields.module.css';
import { SelectField, TextField } from './wizard-fields.tsx';

const Uploading = createContext<(isUploading: boolean) => void>(() => undefined);
const UploadingProvider = Uploading.Provider;

/** Reports a running upload to the wizard, so that saving waits for it; it continues behind another step. */
const useReportUploading = () => useContext(Uploading);

const withoutEnding = (name: string) => name.replace(/\.[^.]+$/, '').slice(0, 120);

/** The picture of the bill, whose file name becomes the bill's name while empty. */
const BillImage = () => {
  const { getValues, setValue } = useFormContext<TypedEstablishment>();
  const { field, fieldState } = useController<TypedEstablishment, 'bill.image'>({ name: 'bill.image' });
  const reportUploading = useReportUploading();
  return (
    <StoredImageField
      value={field.value}
      error={fieldState.error?.message}
      onUploading={reportUploading}
      onChange={(stored, file) => {
        // By now another step may be on screen.
        setValue('bill.image', stored, { shouldDirty: true });
        if (file !== undefined && getValues('bill.name').trim() === '')
          setValue('bill.name', withoutEnding(file.name), { shouldDirty: true });
      }}
    />
  );
};

const GROUPS = [
  { value: 'A', label: 'Grupo A (alta tensão)' },
  { value: 'B', label: 'Grupo B (baixa tensão)' },
];
const VOLTAGES = [
  { value: '110', label: '110 V' },
  { value: '220', label: '220 V' },
];
const READ_DAYS = Array.from({ length: 31 }, (_, index) => ({
  value: String(index + 1),
  label: String(index + 1),
}));
const MIN_MONTH_DAYS = 28;

/** A tariff of the chosen group; without one every meter uses its own. */
const TariffField = ({ group }: { group: string }) => {
  const { field, fieldState } = useController<TypedEstablishment, 'tax'>({ name: 'tax' });
  return (
    <div className={wizardFieldsClasses.clearable}>
      <TariffSelect
        type="eletric"
        group={group === 'A' || group === 'B' ? group : null}
        label="Tarifa da distribuidora (opcional)"
        description="A fatura do estabelecimento inteiro é calculada por ela."
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        error={fieldState.error?.message}
      />
      {field.value !== null && (
        <Button variant="subtle" size="sm" onClick={() => field.onChange(null)}>
          Remover tarifa
        </Button>
      )}
    </div>
  );
};

const ReadDayField = () => {
  const day = useWatch<TypedEstablishment, 'bill.readDate'>({ name: 'bill.readDate' });
  return (
    <SelectField
      name="bill.readDate"
      label="Dia da leitura (opcional)"
      placeholder="Não sei: usar o mês civil"
      options={READ_DAYS}
      description={
        Number(day) > MIN_MONTH_DAYS
          ? `Nos meses sem dia ${day}, vale o último dia do mês.`
          : 'O dia do mês em que a distribuidora lê o medidor.'
      }
    />
  );
};

const SolarField = () => {
  const { field } = useController<TypedEstablishment, 'solarPanel'>({ name: 'solarPanel' });
  return (
    <Checkbox
      className={wizardFieldsClasses.check ?? ''}
      label="O estabelecimento tem painéis solares"
      checked={field.value}
      onChange={({ currentTarget }) => field.onChange(currentTarget.checked)}
    />
  );
};

const BillStep = () => {
  const { setValue } = useFormContext<TypedEstablishment>();
  const group = useWatch<TypedEstablishment, 'bill.tariff'>({ name: 'bill.tariff' });
  return (
    <>
      <SelectField
        name="bill.tariff"
        label="Grupo tarifário"
        placeholder="Selecione"
        description="Está na fatura, junto da classificação."
        options={GROUPS}
        onChosen={() => setValue('tax', null, { shouldDirty: true })}
      />
      {group === 'A' && (
        <TextField
          name="bill.contractedDemand"
          label="Demanda contratada (kW, opcional)"
          inputMode="decimal"
        />
      )}
      <SelectField name="voltage" label="Tensão instalada" placeholder="Selecione" options={VOLTAGES} />
      <TextField
        name="consumerUnit"
        label="Unidade consumidora"
        description="O número da instalação que está na fatura."
        maxLength={40}
      />
      <TariffField group={group} />
      <ReadDayField />
      <BillImage />
      <TextField
        name="bill.name"
        label="Nome da fatura (opcional)"
        description="Para reconhecer esta fatura entre outras, por exemplo “Luz da matriz”."
        maxLength={120}
      />
      <SolarField />
    </>
  );
};

const COOLING = [
  { name: 'airConditioning', title: 'Ar-condicionado' },
  { name: 'refrigeration', title: 'Refrigeração' },
] as const;

const EquipmentStep = () => (
  <>
    {COOLING.map(({ name, title }) => (
      <fieldset key={name} className={wizardFieldsClasses.group}>
        <legend>{title}</legend>
        <div className={wizardFieldsClasses.pair}>
          <TextField
            name={`equipmentsMetaData.${name}.btu`}
            label="Potência (BTU/h)"
            description="De um aparelho."
            inputMode="numeric"
          />
          <TextField name={`equipmentsMetaData.${name}.quantity`} label="Quantidade" inputMode="numeric" />
        </div>
      </fieldset>
    ))}
    <CustomEquipment />
  </>
);

const SCREENS: Record<StepName, ComponentType> = {
  business: BusinessStep,
  hours: HoursStep,
  bill: BillStep,
  equipment: EquipmentStep,
};

interface StepCardProps {
  step: number;
  /** Takes the focus when the step changes. */
  heading: Ref<HTMLHeadingElement>;
  onBack: () => void;
  onForward: () => void;
}

export const StepCard = ({ step, heading, onBack, onForward }: StepCardProps) => {
  const [isUploading, setUploading] = useState(false);
  const { name, title } = stepAt(step);
  const Screen = SCREENS[name];
  return (
    <Card>
      <Form
        label={title}
        hasOptional={name === 'business' || name === 'bill'}
        onSubmit={() => {
          if (!isUploading) onForward();
        }}
      >
        <div className={styles.head}>
          <h2 ref={heading} tabIndex={-1} className={styles.title}>
            {title}
          </h2>
          {name === 'bill' && (
            <TermHint
              of="a conta de luz"
              terms={['grupo-tarifario', 'demanda-contratada', 'unidade-consumidora']}
            />
          )}
        </div>
        <UploadingProvider value={setUploading}>
          <Screen />
        </UploadingProvider>
        <FormActions
          submit={step < LAST_STEP ? 'Próximo' : 'Concluir'}
          loading={isUploading}
          data-tour="wizard-next"
        >
          {step > 0 && (
            <Button variant="default" onClick={onBack}>
              Voltar
            </Button>
          )}
        </FormActions>
      </Form>
    </Card>
  );
};
