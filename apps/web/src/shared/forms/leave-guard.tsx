import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

interface LeaveGuardProps {
  isUnsaved: boolean;
  /** What was typed is kept on this device: closing the window loses nothing, and the question says so. */
  isKept?: boolean;
}

/** Asks before typed things are left behind, by a link or by closing the window. One on a screen. */
export const LeaveGuard = ({ isUnsaved, isKept = false }: LeaveGuardProps) => {
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
      title="Sair sem salvar?"
      confirm="Sair sem salvar"
      cancel="Continuar editando"
      isDestructive={!isKept}
      onConfirm={blocker.proceed}
      onCancel={blocker.reset}
    >
      {isKept
        ? 'O que você digitou fica guardado neste aparelho para continuar depois.'
        : 'As alterações desta página ainda não foram salvas.'}
    </ConfirmDialog>
  );
};
