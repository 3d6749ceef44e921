import type { Establishment } from '@nascente/contract/sites/establishments';
import { useEffect, useState } from 'react';
import { type FieldPath, useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { ApiFailure } from '../../../shared/api/api-failure.ts';
import { announce } from '../../../shared/ui/snackbar.tsx';
import { refusedFields, stepOfField } from '../typed/save-failure.ts';
import type { TypedEstablishment } from '../typed/typed-establishment.ts';
import { useSaveEstablishment } from '../typed/use-save-establishment.ts';
import { ConfirmRegistration, modeOf } from './confirm-registration.tsx';

const REDIRECT_AFTER_MS = 1000;

interface RegistrationProps {
  establishment: Establishment | null;
  onSaved: () => void;
  onClose: () => void;
  /** Leads to a step, for what the server refused there. */
  onGo: (step: number) => unknown;
}

const isGone = (failure: Error | null) => failure instanceof ApiFailure && failure.status === 404;

/** From the question to Home: sends, waits a second with the good news, or leads back to what was refused. */
export const Registration = ({ establishment, onSaved, onClose, onGo }: RegistrationProps) => {
  const { getValues, setError } = useFormContext<TypedEstablishment>();
  const navigate = useNavigate();
  const { start, isSending, failure, saved } = useSaveEstablishment(establishment, onSaved);
  useEffect(() => {
    if (saved === null) return;
    const timer = setTimeout(() => void navigate(`/home?estabelecimento=${saved._id}`), REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [saved, navigate]);
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!isGone(failure)) return;
    onSaved();
    setLeaving(true);
  }, [failure, onSaved]);
  // Once nothing counts as unsaved any more, so that leaving asks nothing.
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
