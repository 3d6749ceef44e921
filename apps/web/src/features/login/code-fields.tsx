import { Button, TextInput } from '@mantine/core';
import styles from './login-form.module.css';

/** The second step: a code beside the password, which was right. */
export const CodeFields = ({ onStartAgain }: { onStartAgain: () => void }) => (
  <div className={styles.credentials}>
    <TextInput
      name="code"
      label="Código de verificação"
      description="Abra o aplicativo autenticador no celular e digite os 6 números. Sem o celular, use um código de reserva."
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      autoFocus
      maxLength={30}
    />
    <Button variant="subtle" size="sm" className={styles.again ?? ''} onClick={onStartAgain}>
      Entrar com outra conta
    </Button>
  </div>
);
