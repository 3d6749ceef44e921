import { Button } from '@mantine/core';
import {
  createEstablishment,
  type Establishment,
  establishmentSeen,
  listEstablishments,
  readEstablishment,
  removeEstablishment,
  updateEstablishment,
} from '@nascente/contract/sites/establishments';
import { listMeters } from '@nascente/contract/sites/meters';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type FieldPath, FormProvider, type UseFormReturn, useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { request } from '../../shared/api/api-client.ts';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { nameOf } from '../../shared/establishment-name.ts';
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx';
import { type Seen, useSeen } from '../../shared/forms/use-seen.ts';
import { useSending } from '../../shared/forms/use-sending.ts';
import { useMay } from '../../shared/session-state/use-may.ts';
import { ConfirmDialog, DialogButton } from '../../shared/ui/confirm-dialog.tsx';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { ConfirmRegistration, modeOf } from './steps/confirm-registration.tsx';
import { StepCard } from './steps/step-card.tsx';
import { firstWrongStep, LAST_STEP, refusedFields, STEPS, stepAt, stepOfField } from './steps/step-checks.ts';
import styles from './steps/stepper.module.css';
import { changeOf, creationOf } from './typed/body-of.ts';
import type { TypedEstablishment } from './typed/typed-establishment.ts';
import { useStoredForm } from './typed/use-stored-form.ts';

interface RemovalQuestionProps {
  establishment: Establishment;
  /** Called after the removal. */
  onRemoved: () => void;
  onClose: () => void;
}

const RemovalQuestion = ({ establishment, onRemoved, onClose }: RemovalQuestionProps) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isRemoved, setRemoved] = useState(false);
  const remove = async () => {
    await request(removeEstablishment, { params: { id: establishment._id } });
    await queryClient.invalidateQueries({ queryKey: [listEstablishments.name], refetchType: 'none' });
    onRemoved();
    setRemoved(true);
  };
  // After the draft is dropped, so that leaving asks nothing.
  useEffect(() => {
    if (!isRemoved) return;
    announce('Estabelecimento excluído.');
    void navigate('/home', { replace: true });
  }, [isRemoved, navigate]);
  if (isRemoved) return null;
  return (
    <ConfirmDialog
      title={`Excluir ${nameOf(establishment)}?`}
      confirm="Excluir"
      isDestructive
      onConfirm={remove}
      onCancel={onClose}
    >
      <p>O cadastro do estabelecimento será apagado e não poderá ser recuperado.</p>
    </ConfirmDialog>
  );
};

/** Removes an establishment without meters; with meters it says why not. */
const RemoveEstablishment = (props: Omit<RemovalQuestionProps, 'onClose'>) => {
  if (!useMay('remove-establishment')) return null;
  return (
    <div className={styles.removal}>
      {props.establishment.installations.length > 0 ? (
        <p>Um estabelecimento com medidores não pode ser excluído.</p>
      ) : (
        <DialogButton
          variant="subtle"
          color="bad"
          dialog={(close) => <RemovalQuestion {...props} onClose={close} />}
        >
          Excluir estabelecimento
        </DialogButton>
      )}
    </div>
  );
};

type WizardForm = UseFormReturn<TypedEstablishment, { step: number }>;

interface Progress {
  step: number;
  reached: number;
}

/** The current step. Moving forward stops at the first invalid step and shows its errors. */
const useWizardSteps = (form: WizardForm, progress: Progress, setProgress: (progress: Progress) => void) => {
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

  // Clears errors and the submitted state, so that the next step is not validated while it is typed.
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

  /** Goes to a step, or to the first invalid one before it. */
  const goTo = (target: number): void => {
    const wrong = target <= step ? null : firstWrongStep(form.getValues(), step, target);
    if (wrong !== step) show(wrong ?? target);
    if (wrong !== null) setToBeChecked(true);
  };

  const finish = (): boolean => {
    const wrong = firstWrongStep(form.getValues(), 0, LAST_STEP + 1);
    if (wrong === null) return true;
    show(wrong);
    setToBeChecked(true);
    return false;
  };

  return { step, reached, heading, goTo, finish };
};

const save = (establishment: Establishment | null, typed: TypedEstablishment, headers: Seen) =>
  establishment === null
    ? request(createEstablishment, { body: creationOf(typed) })
    : request(updateEstablishment, {
        params: { id: establishment._id },
        body: changeOf(establishment, typed),
        headers,
      });

/**
 * Creates or changes an establishment. Further confirmations are ignored while a request is pending. The wizard calls this hook,
 * because the version of a rejected edit must outlive the dialog.
 */
const useSaveEstablishment = (establishment: Establishment | null, onSaved: () => void) => {
  const queryClient = useQueryClient();
  const saveSeen = useSeen(establishment === null ? '' : establishmentSeen(establishment));
  const [saved, setSaved] = useState<Establishment | null>(null);
  const sending = useSending(async (typed: TypedEstablishment) => {
    const answer = await saveSeen((headers) => save(establishment, typed, headers));
    onSaved();
    setSaved(answer.establishment);
    const stale = [listEstablishments, listMeters, readEstablishment].map(({ name }) =>
      queryClient.invalidateQueries({ queryKey: [name], refetchType: 'none' }),
    );
    await Promise.all(stale);
  });
  return { ...sending, saved };
};

const REDIRECT_AFTER_MS = 1000;

interface RegistrationProps {
  establishment: Establishment | null;
  saving: ReturnType<typeof useSaveEstablishment>;
  /** Called when the establishment no longer exists. */
  onGone: () => void;
  onClose: () => void;
  /** Goes to a step with a server error. */
  onGo: (step: number) => void;
}

const isGone = (failure: Error | null) => failure instanceof ApiFailure && failure.status === 404;

/** Confirms, sends, shows the success for a second, or returns to rejected fields. */
const Registration = ({ establishment, saving, onGone, onClose, onGo }: RegistrationProps) => {
  const { getValues, setError } = useFormContext<TypedEstablishment>();
  const navigate = useNavigate();
  const { start, isSending, failure, saved } = saving;
  useEffect(() => {
    if (saved === null) return;
    const timer = setTimeout(() => void navigate(`/home?estabelecimento=${saved._id}`), REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [saved, navigate]);
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!isGone(failure)) return;
    onGone();
    setLeaving(true);
  }, [failure, onGone]);
  // After the form is clean, so that leaving asks nothing.
  useEffect(() => {
    if (!isLeaving) return;
    announce('Estabelecimento não encontrado.', { tone: 'bad' });
    void navigate('/', { replace: true });
  }, [isLeaving, navigate]);
  const cancel = () => {
    onClose();
    const refused = failure === null ? [] : refusedFields(failure);
    const [first] = refused;
    if (first === undefined) return;
    onGo(stepOfField(first.path));
    for (const { path, msg } of refused)
      setError(path as FieldPath<TypedEstablishment>, { type: 'server', message: msg });
  };
  return (
    <ConfirmRegistration
      mode={modeOf(establishment)}
      fantasyName={getValues('fantasyName')}
      isSending={isSending}
      isDone={saved !== null}
      failure={failure}
      onConfirm={() => start(getValues())}
      onCancel={cancel}
    />
  );
};

interface StepperProps {
  current: number;
  /** The furthest step reached: all up to it can be opened. */
  reached: number;
  onGo: (step: number) => void;
}

const Stepper = ({ current, reached, onGo }: StepperProps) => (
  <nav className={styles.stepper} aria-label="Etapas do cadastro" data-tour="wizard-steps">
    <p className={styles.place}>
      Etapa {current + 1} de {STEPS.length}
      <b>{stepAt(current).title}</b>
    </p>
    <ol>
      {STEPS.map(({ name, title }, index) => {
        const state = index === current ? 'current' : index <= reached ? 'done' : 'ahead';
        return (
          <li key={name} data-state={state}>
            <button
              type="button"
              disabled={state === 'ahead'}
              aria-current={state === 'current' ? 'step' : undefined}
              onClick={() => onGo(index)}
            >
              <span className="visually-hidden">Etapa</span>{' '}
              <span className={styles.mark}>
                {state === 'done' && index < current ? (
                  <>
                    <Icon name="check" size={16} />
                    <span className="visually-hidden">{index + 1}</span>
                  </>
                ) : (
                  index + 1
                )}
              </span>{' '}
              <span className={styles.title}>{title}</span>
            </button>
          </li>
        );
      })}
    </ol>
  </nav>
);

/** Says that a draft was restored, and offers to start anew. */
const FoundDraft = ({ onStartAnew }: { onStartAnew: () => void }) => {
  const [isAnswered, setAnswered] = useState(false);
  if (isAnswered) return null;
  return (
    <Notice
      tone="info"
      action={
        <Button
          variant="subtle"
          size="sm"
          onClick={() => {
            setAnswered(true);
            onStartAnew();
          }}
        >
          Começar de novo
        </Button>
      }
    >
      Continuamos de onde você parou.
    </Notice>
  );
};

export const EstablishmentWizard = ({ establishment }: { establishment: Establishment | null }) => {
  const { form, progress, setProgress, isContinued, isUnsaved, settle, startAnew } =
    useStoredForm(establishment);
  const { step, reached, heading, goTo, finish } = useWizardSteps(form, progress, setProgress);
  const saving = useSaveEstablishment(establishment, settle);
  const [isRequested, setRequested] = useState(false);
  const goOn = () => {
    if (step < LAST_STEP) goTo(step + 1);
    else if (finish()) setRequested(true);
  };
  const close = () => {
    saving.forget();
    setRequested(false);
  };
  return (
    <FormProvider {...form}>
      {/* First, so that it knows the settled state before the effects below navigate. */}
      <LeaveGuard isUnsaved={isUnsaved} isStored />
      {isContinued && <FoundDraft onStartAnew={startAnew} />}
      <Stepper current={step} reached={reached} onGo={goTo} />
      <StepCard step={step} heading={heading} onBack={() => goTo(step - 1)} onForward={goOn} />
      {establishment !== null && <RemoveEstablishment establishment={establishment} onRemoved={settle} />}
      {isRequested && (
        <Registration
          establishment={establishment}
          saving={saving}
          onGone={settle}
          onClose={close}
          onGo={goTo}
        />
      )}
    </FormProvider>
  );
};
