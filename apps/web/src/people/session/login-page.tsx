import { useCallback, useState } from 'react';
import { Link, Navigate, useNavigate } from 'react-router';
import { takeWanted } from '../../shared/api/provider-answer.ts';
import { landingState } from '../../shared/session-state/landing.ts';
import { hasVisitedBefore, isRemembered, useHasSession } from '../../shared/session-state/session.ts';
import { useWantedAddress } from '../../shared/session-state/wanted-address.ts';
import { useDocumentTitle } from '../../shared/ui/page/document-title.ts';
import { EntranceFrame } from '../../shared/ui/page/entrance-frame.tsx';
import { LoginForm } from './login-form.tsx';
import styles from './login-page.module.css';

/** Without a login screen: a stored session opens Home, or the address a link led to, and is checked there. */
export const LoginPage = () => {
  const navigate = useNavigate();
  const hasSession = useHasSession();
  // A return from the identity provider continues to the requested address.
  const [retained] = useState(takeWanted);
  const next = useWantedAddress() ?? retained ?? '/home';
  const goOn = useCallback(
    () => void navigate(next, { replace: true, state: landingState(next) }),
    [navigate, next],
  );
  useDocumentTitle('Entrar');
  if (hasSession && isRemembered()) return <Navigate to={next} replace state={landingState(next)} />;
  return (
    <EntranceFrame>
      <div>
        <h1 className={styles.heading}>Bem vindo{hasVisitedBefore() ? ' de volta!' : '!'}</h1>
        <p className={styles.tagline}>Gestão energética inteligente</p>
        {!hasVisitedBefore() && (
          <p className={styles.first}>
            Primeira vez aqui? <Link to="/sobre">Veja como funciona</Link>
          </p>
        )}
      </div>
      <LoginForm wanted={next} onDone={goOn} />
    </EntranceFrame>
  );
};
