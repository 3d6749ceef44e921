import type { Establishment } from '@nascente/contract/sites/establishments';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx';
import { FoundDraft } from './lookup/found-draft.tsx';
import { RemoveEstablishment } from './remove-establishment.tsx';
import { Registration } from './steps/registration.tsx';
import { StepCard } from './steps/step-card.tsx';
import { Stepper } from './steps/stepper.tsx';
import { LAST_STEP } from './steps/steps.ts';
import { useKeptForm } from './typed/use-kept-form.ts';
import { useWizardSteps } from './typed/use-wizard-steps.ts';

/** Four steps to an establishment, new or known; what is typed is kept on this device until it is saved. */
export const EstablishmentWizard = ({ establishment }: { establishment: Establishment | null }) => {
  const { form, progress, setProgress, isContinued, isUnsaved, settle, startAnew } =
    useKeptForm(establishment);
  const { step, reached, heading, goTo, finish } = useWizardSteps(form, progress, setProgress);
  const [isAsked, setAsked] = useState(false);
  const goOn = () => {
    if (step < LAST_STEP) goTo(step + 1);
    else if (finish()) setAsked(true);
  };
  return (
    <FormProvider {...form}>
      {/* First, so that it knows what was settled before those below lead away. */}
      <LeaveGuard isUnsaved={isUnsaved} isKept />
      {isContinued && <FoundDraft onStartAnew={startAnew} />}
      <Stepper current={step} reached={reached} onGo={goTo} />
      <StepCard step={step} heading={heading} onBack={() => goTo(step - 1)} onForward={goOn} />
      {establishment !== null && <RemoveEstablishment establishment={establishment} onRemoved={settle} />}
      {isAsked && (
        <Registration
          establishment={establishment}
          onSaved={settle}
          onClose={() => setAsked(false)}
          onGo={goTo}
        />
      )}
    </FormProvider>
  );
};
