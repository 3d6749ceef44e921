import type { Establishment } from '@nascente/contract/sites/establishments';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { modeOf } from '../steps/confirm-registration.tsx';
import { stepResolver } from '../steps/step-checks.ts';
import { LAST_STEP } from '../steps/steps.ts';
import { newTyped, type TypedEstablishment, typedOf } from './typed-establishment.ts';
import { useDraft } from './use-draft.ts';

/** The form of the wizard and where one is in it, both kept as a draft until they are saved or given up. */
export const useKeptForm = (establishment: Establishment | null) => {
  const base = useMemo(() => (establishment === null ? newTyped() : typedOf(establishment)), [establishment]);
  const { found, keep, forget } = useDraft(establishment?._id ?? null, base);
  // All of a complete establishment may be gone to at once.
  const start = { step: 0, reached: modeOf(establishment) === 'edit' ? LAST_STEP : 0 };
  const [progress, setProgress] = useState(found ? { step: found.step, reached: found.reached } : start);
  const [isUnsaved, setUnsaved] = useState(found !== null);
  const [isSettled, setSettled] = useState(false);
  const form = useForm<TypedEstablishment, { step: number }>({
    resolver: stepResolver,
    context: { step: progress.step },
    defaultValues: found?.typed ?? base,
  });
  useEffect(() => {
    if (isSettled) return;
    const keepNow = () => setUnsaved(keep({ typed: form.getValues(), ...progress }));
    keepNow();
    const { unsubscribe } = form.watch(keepNow);
    return unsubscribe;
  }, [form, keep, progress, isSettled]);
  /** Saved, or gone: nothing more is kept. */
  const settle = useCallback(() => {
    setSettled(true);
    forget();
  }, [forget]);
  const startAnew = () => {
    form.reset(base);
    forget();
    setProgress(start);
  };
  return {
    form,
    progress,
    setProgress,
    isContinued: found !== null && !isSettled,
    isUnsaved: isUnsaved && !isSettled,
    settle,
    startAnew,
  };
};
