import { useEffect } from 'react';
import { Logo } from '../shared/ui/page/logo.tsx';
import styles from './root-failure.module.css';

const reload = (): void => window.location.reload();

/** A part of the app that was never loaded on this device is fetched as soon as there is a network again. */
const useGoingOn = (isOffline: boolean): void => {
  useEffect(() => {
    if (!isOffline) return;
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [isOffline]);
};

/** Something broke while drawing, or a part of the app could not be loaded. */
const Failure = ({ as: Part }: { as: 'main' | 'section' }) => {
  const isOffline = !navigator.onLine;
  useGoingOn(isOffline);
  return (
    <Part className={styles.failure}>
      <Logo size={40} />
      <h1>{isOffline ? 'Sem conexão com a internet' : 'Algo inesperado aconteceu.'}</h1>
      <p>
        {isOffline
          ? 'Esta tela ainda não foi aberta neste aparelho. Ela abre sozinha quando a conexão voltar.'
          : 'Recarregue a página. Se continuar, verifique a sua conexão e tente novamente mais tarde.'}
      </p>
      <div className={styles.actions}>
        <button type="button" onClick={reload}>
          Recarregar
        </button>
        <a href="/home">Ir para o início</a>
      </div>
    </Part>
  );
};

/** The failure of one screen: what stands around it stays. */
export const ScreenFailure = () => <Failure as="section" />;

/** The last resort. */
export const RootFailure = () => <Failure as="main" />;
