import { Button } from '@mantine/core';

interface OtherWaysProps {
  /** Name of the identity provider; null: there is none. */
  provider: string | null;
  hasKeys: boolean;
  pending: 'typed' | 'key' | 'provider' | null;
  onProvider: () => void;
  onKey: () => void;
}

/** Ways in without e-mail and password. */
export const OtherWays = ({ provider, hasKeys, pending, onProvider, onKey }: OtherWaysProps) => (
  <>
    {provider !== null && (
      <Button
        variant="default"
        size="md"
        fullWidth
        loading={pending === 'provider'}
        disabled={pending !== null}
        onClick={onProvider}
      >
        Entrar com {provider}
      </Button>
    )}
    {hasKeys && (
      <Button
        variant="default"
        size="md"
        fullWidth
        loading={pending === 'key'}
        disabled={pending !== null}
        onClick={onKey}
      >
        Entrar com chave de acesso
      </Button>
    )}
  </>
);
