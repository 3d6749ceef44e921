import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

interface LeaveWords {
  title: string;
  confirm: string;
  cancel: string;
  text: string;
}

const UNSAVED: LeaveWords = {
  title: 'Sair sem salvar?',
  confirm: 'Sair sem salvar',
  cancel: 'Continuar editando',
  text: 'As alterações desta página ainda não foram salvas.',
};

interface LeaveGuardProps {
  isUnsaved: boolean;
  /** What was typed is kept on this device: closing the window loses nothing, and the question says so. */
  isKept?: boolean;
  /** Where it is not about what was typed. */
  words?: LeaveWords;
}

/** Asks before typed things are left behind, by a link or by closing the window. One on a screen. */
export const LeaveGuard = ({ isUnsaved, isKept = false, words = UNSAVED }: LeaveGuardProps) => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isUnsaved || isKept) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved, isKept]);
  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={words.title}
      confirm={words.confirm}
      cancel={words.cancel}
      isDestructive={!isKept}
      onConfirm={blocker.proceed}
      onCancel={blocker.reset}
    >
      {isKept ? 'O que você digitou fica guardado neste aparelho para continuar depois.' : words.text}
    </ConfirmDialog>
  );
};
