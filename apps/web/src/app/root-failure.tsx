import { Logo } from '../shared/ui/logo.tsx';
import styles from './root-failure.module.css';

/** The last resort: something broke while drawing, or a part of the app could not be loaded. */
export const RootFailure = () => (
  <main className={styles.failure}>
    <Logo size={40} />
    <h1>Algo inesperado aconteceu.</h1>
    <p>Recarregue a página. Se continuar, verifique a sua conexão e tente novamente mais tarde.</p>
    <div className={styles.actions}>
      <button type="button" onClick={() => window.location.reload()}>
        Recarregar
      </button>
      <a href="/home">Ir para o início</a>
    </div>
  </main>
);
