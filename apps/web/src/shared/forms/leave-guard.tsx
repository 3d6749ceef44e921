import { useEffect } from 'react';
import { type Location, useBlocker } from 'react-router';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

interface LeaveTexts {
  title: string;
  confirm: string;
  cancel: string;
  text: string;
}

const UNSAVED: LeaveTexts = {
  title: 'Sair sem salvar?',
  confirm: 'Sair sem salvar',
  cancel: 'Continuar editando',
  text: 'As alterações desta página ainda não foram salvas.',
};

interface LeaveGuardProps {
  isUnsaved: boolean;
  /** The draft is stored on this device: closing the window loses nothing, and the question says so. */
  isStored?: boolean;
  /** Address parameters whose change replaces this form. */
  shownBy?: readonly string[];
  /** Texts of the question, if it is not about typed text. */
  texts?: LeaveTexts;
}

const isLeft = (from: Location, to: Location, shownBy: readonly string[]): boolean => {
  const [before, after] = [new URLSearchParams(from.search), new URLSearchParams(to.search)];
  return from.pathname !== to.pathname || shownBy.some((name) => before.get(name) !== after.get(name));
};

/** Confirms leaving unsaved text behind, by a link or by closing the window. One per screen. */
export const LeaveGuard = ({
  isUnsaved,
  isStored = false,
  shownBy = [],
  texts = UNSAVED,
}: LeaveGuardProps) => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && isLeft(currentLocation, nextLocation, shownBy),
  );
  useEffect(() => {
    if (!isUnsaved || isStored) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved, isStored]);
  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={texts.title}
      confirm={texts.confirm}
      cancel={texts.cancel}
      isDestructive={!isStored}
      isCancelMain
      onConfirm={blocker.proceed}
      onCancel={blocker.reset}
    >
      {isStored ? 'O que você digitou fica guardado neste aparelho para continuar depois.' : texts.text}
    </ConfirmDialog>
  );
};
