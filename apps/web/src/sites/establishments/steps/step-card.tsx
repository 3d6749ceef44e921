import { Button } from '@mantine/core';
import { type ComponentType, type Ref, useState } from 'react';
import { Form, FormActions } from '../../../shared/forms/form.tsx';
import { TermHint } from '../../../shared/glossary/term-hint.tsx';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { UploadingProvider } from '../typed/uploading.ts';
import { BillStep } from './bill-step.tsx';
import { BusinessStep } from './business-step.tsx';
import { EquipmentStep } from './equipment-step.tsx';
import { HoursStep } from './hours-step.tsx';
import styles from './step-card.module.css';
import { LAST_STEP, type StepName, stepAt } from './steps.ts';

const SCREENS: Record<StepName, ComponentType> = {
  business: BusinessStep,
  hours: HoursStep,
  bill: BillStep,
  equipment: EquipmentStep,
};

interface StepCardProps {
  step: number;
  /** Has the focus when the step changes. */
  heading: Ref<HTMLHeadingElement>;
  onBack: () => void;
  onForward: () => void;
}

/** One step with its fields, and the ways back and on. */
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
