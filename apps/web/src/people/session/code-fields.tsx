import { Button, TextInput } from '@mantine/core';
import styles from './login-form.module.css';
import type { Refusal } from './sign-in.ts';

const WITH_APP =
  'Abra o aplicativo autenticador no celular e digite os 6 números. Sem o celular, use um código de reserva.';
const ON_PAPER = 'Sem o aparelho da chave, use um dos códigos que você guardou.';

interface CodeFieldsProps {
  asks: NonNullable<Refusal['asks']>;
  isPending: boolean;
  /** Undefined where this browser has no keys. */
  onKey: (() => void) | undefined;
  onStartAgain: () => void;
}

/** The second step: a key or a code beside the password, which was right. */
export const CodeFields = ({ asks, isPending, onKey, onStartAgain }: CodeFieldsProps) => {
  const hasApp = asks.includes('app') || !asks.includes('passkey');
  const takesKey = asks.includes('passkey') && onKey !== undefined;
  return (
    <div className={styles.credentials}>
      {takesKey && (
        <Button size="md" fullWidth loading={isPending} onClick={onKey}>
          Usar chave de acesso
        </Button>
      )}
      <TextInput
        name="code"
        label={hasApp ? 'Código de verificação' : 'Código de reserva'}
        description={hasApp ? WITH_APP : ON_PAPER}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={!takesKey}
        maxLength={30}
      />
      <Button variant="subtle" size="sm" className={styles.again ?? ''} onClick={onStartAgain}>
        Entrar com outra conta
      </Button>
    </div>
  );
};
