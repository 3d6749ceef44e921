import { useCallback, useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { firstWrongStep } from '../steps/step-checks.ts';
import { LAST_STEP } from '../steps/steps.ts';
import type { TypedEstablishment } from './typed-establishment.ts';

type WizardForm = UseFormReturn<TypedEstablishment, { step: number }>;

interface Progress {
  step: number;
  reached: number;
}

/** Where one is. Forward leads only past steps that are right; the first that is not is shown instead, with its words. */
export const useWizardSteps = (
  form: WizardForm,
  progress: Progress,
  setProgress: (progress: Progress) => void,
) => {
  const { step, reached } = progress;
  const heading = useRef<HTMLHeadingElement>(null);
  const [isToBeChecked, setToBeChecked] = useState(false);
  const seen = useRef(step);

  useEffect(() => {
    if (seen.current === step) return;
    seen.current = step;
    window.scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, [step]);

  // A form that was never submitted: its fields are judged when the step is left, not while they are typed first.
  const show = useCallback(
    (next: number) => {
      form.reset(form.getValues(), { keepDefaultValues: true });
      setProgress({ step: next, reached: Math.max(reached, next) });
    },
    [form, reached, setProgress],
  );

  const check = form.handleSubmit;
  useEffect(() => {
    if (!isToBeChecked) return;
    setToBeChecked(false);
    void check(() => undefined)();
  }, [isToBeChecked, check]);

  /** Goes to a step, or to the first wrong one before it. Returns whether it arrived. */
  const goTo = (target: number): boolean => {
    const wrong = target <= step ? null : firstWrongStep(form.getValues(), step, target);
    if (wrong === null) {
      if (target <= LAST_STEP) show(target);
      return true;
    }
    if (wrong !== step) show(wrong);
    setToBeChecked(true);
    return false;
  };

  /** Whether all is right; otherwise the first step that is not is shown. */
  const finish = (): boolean => {
    const wrong = firstWrongStep(form.getValues(), 0, LAST_STEP + 1);
    if (wrong === null) return true;
    show(wrong);
    setToBeChecked(true);
    return false;
  };

  return { step, reached, heading, goTo, finish };
};
