import type { Establishment } from '@nascente/contract/sites/establishments';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import { draftName, forgetDraft, keepDraft, readDraft } from '../../../shared/session-state/drafts.ts';
import { useUser } from '../../../shared/session-state/signed-in.ts';
import { modeOf } from '../steps/confirm-registration.tsx';
import { LAST_STEP, stepResolver } from '../steps/step-checks.ts';
import { newTyped, type TypedEstablishment, typedEstablishment, typedOf } from './typed-establishment.ts';

const step = z.int().check(z.gte(0), z.lte(LAST_STEP));
const draft = z.strictObject({
  /** The server's values when the draft began: a change since then outdates the draft. */
  base: typedEstablishment,
  typed: typedEstablishment,
  step,
  reached: step,
});
type Draft = z.output<typeof draft>;

const isSame = (a: TypedEstablishment, b: TypedEstablishment) =>
  JSON.stringify(typedEstablishment.parse(a)) === JSON.stringify(typedEstablishment.parse(b));

const useDraft = (establishmentId: string | null, base: TypedEstablishment) => {
  const { _id } = useUser();
  const name = draftName(_id, 'establishment', establishmentId ?? 'new');
  const found = useMemo(() => {
    const retained = draft.safeParse(readDraft(name));
    return retained.success && isSame(retained.data.base, base) ? retained.data : null;
  }, [name, base]);
  /** Returns whether there is anything to store. */
  const keep = useCallback(
    (now: Omit<Draft, 'base'>): boolean => {
      const isChanged = !isSame(now.typed, base);
      if (isChanged) keepDraft(name, { ...now, base });
      else forgetDraft(name);
      return isChanged;
    },
    [name, base],
  );
  const forget = useCallback(() => forgetDraft(name), [name]);
  return { found, keep, forget };
};

/** The wizard's form and step, stored as a draft until saved or dropped. */
export const useStoredForm = (establishment: Establishment | null) => {
  const base = useMemo(() => (establishment === null ? newTyped() : typedOf(establishment)), [establishment]);
  const { found, keep, forget } = useDraft(establishment?._id ?? null, base);
  // All steps of a complete establishment can be opened at once.
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
  /** Saved or dropped: the draft is deleted. */
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
