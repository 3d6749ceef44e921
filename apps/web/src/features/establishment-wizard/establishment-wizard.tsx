import { Button } from '@mantine/core';
import type { Establishment } from '@nascente/contract/establishments';
import { type ComponentType, useEffect, useMemo, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { BillStep } from './bill-step.tsx';
import { BusinessStep } from './business-step.tsx';
import { modeOf } from './confirm-registration.tsx';
import { EquipmentStep } from './equipment-step.tsx';
import styles from './establishment-wizard.module.css';
import { FoundDraft } from './found-draft.tsx';
import { HoursStep } from './hours-step.tsx';
import { Registration } from './registration.tsx';
import { RemoveEstablishment } from './remove-establishment.tsx';
import { stepResolver } from './step-checks.ts';
import { Stepper } from './stepper.tsx';
import { LAST_STEP, type StepName, stepAt } from './steps.ts';
import { newTyped, type TypedEstablishment, typedOf } from './typed-establishment.ts';
import { useDraft } from './use-draft.ts';
import { useWizardSteps } from './use-wizard-steps.ts';

const SCREENS: Record<StepName, ComponentType> = {
  business: BusinessStep,
  hours: HoursStep,
  bill: BillStep,
  equipment: EquipmentStep,
};

/** Four steps to an establishment, new or known; what is typed is kept on this device until it is saved. */
export const EstablishmentWizard = ({ establishment }: { establishment: Establishment | null }) => {
  const base = useMemo(() => (establishment === null ? newTyped() : typedOf(establishment)), [establishment]);
  const { found, keep, forget } = useDraft(establishment?._id ?? null, base);
  // All of a complete establishment may be gone to at once.
  const start = { step: 0, reached: modeOf(establishment) === 'edit' ? LAST_STEP : 0 };
  const [place, setPlace] = useState(found ? { step: found.step, reached: found.reached } : start);
  const [isAsked, setAsked] = useState(false);
  const [isUnsaved, setUnsaved] = useState(found !== null);
  const [isSaved, setSaved] = useState(false);
  const form = useForm<TypedEstablishment, { step: number }>({
    resolver: stepResolver,
    context: { step: place.step },
    defaultValues: found?.typed ?? base,
  });
  const { step, reached, heading, goTo, finish } = useWizardSteps(form, place, setPlace);

  useEffect(() => {
    if (isSaved) return;
    const keepNow = () => setUnsaved(keep({ typed: form.getValues(), ...place }));
    keepNow();
    const { unsubscribe } = form.watch(keepNow);
    return unsubscribe;
  }, [form, keep, place, isSaved]);

  const { name, title } = stepAt(step);
  const Screen = SCREENS[name];
  const goOn = () => {
    if (step < LAST_STEP) goTo(step + 1);
    else if (finish()) setAsked(true);
  };
  return (
    <FormProvider {...form}>
      {found && !isSaved && (
        <FoundDraft
          onStartAnew={() => {
            form.reset(base);
            forget();
            setPlace(start);
          }}
        />
      )}
      <Stepper current={step} reached={reached} onGo={goTo} />
      <Card>
        <Form
          label={title}
          onSubmit={(event) => {
            event.preventDefault();
            goOn();
          }}
        >
          <h2 ref={heading} tabIndex={-1} className={styles.title}>
            {title}
          </h2>
          <Screen />
          <FormActions>
            {step > 0 && (
              <Button variant="default" onClick={() => goTo(step - 1)}>
                Voltar
              </Button>
            )}
            <Button type="submit" data-tour="wizard-next">
              {step < LAST_STEP ? 'Próximo' : 'Concluir'}
            </Button>
          </FormActions>
        </Form>
      </Card>
      {establishment !== null && (
        <RemoveEstablishment
          establishment={establishment}
          onRemoved={() => {
            setSaved(true);
            forget();
          }}
        />
      )}
      {isAsked && (
        <Registration
          establishment={establishment}
          onSaved={() => {
            setSaved(true);
            forget();
          }}
          onClose={() => setAsked(false)}
          onGo={goTo}
        />
      )}
      <LeaveGuard isUnsaved={isUnsaved && !isSaved} isKept />
    </FormProvider>
  );
};
