import { Button } from '@mantine/core';
import { QueryClientContext } from '@tanstack/react-query';
import { useContext } from 'react';
import { Icon } from '../marks/icon.tsx';
import styles from './states.module.css';

interface ErrorStateProps {
  failure: Error;
  /** Retries; absent if a retry cannot help. */
  onRetry?: () => unknown;
  retrying?: boolean;
}

/** Simultaneous failures mostly have one cause: a retry repeats every failed query. */
const useRetry = (onRetry: () => unknown) => {
  const client = useContext(QueryClientContext);
  return () => {
    void onRetry();
    void client?.refetchQueries({
      type: 'active',
      predicate: ({ state: { status, fetchStatus } }) => status === 'error' && fetchStatus === 'idle',
    });
  };
};

const Retry = ({ onRetry, retrying }: { onRetry: () => unknown; retrying: boolean }) => (
  <Button variant="default" loading={retrying} onClick={useRetry(onRetry)}>
    Tentar novamente
  </Button>
);

export const ErrorState = ({ failure, onRetry, retrying = false }: ErrorStateProps) => (
  <div className={styles.state} role="alert">
    <span className={styles.badge} data-tone="bad">
      <Icon name="alert" size={22} />
    </span>
    <p>
      {failure.name === 'ApiFailure'
        ? failure.message
        : 'Algo inesperado aconteceu, tente novamente mais tarde.'}
    </p>
    {onRetry && <Retry onRetry={onRetry} retrying={retrying} />}
  </div>
);
