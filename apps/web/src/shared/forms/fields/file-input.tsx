import { useId } from 'react';
import styles from './file-input.module.css';

interface FileInputProps {
  readonly label: string;
  readonly accept: readonly string[];
  readonly help: string;
  /** Replaces the help where no file was chosen. */
  readonly error: string | null;
  readonly onChoose: (file: File | null) => void;
}

export const FileInput = ({ label, accept, help, error, onChoose }: FileInputProps) => {
  const id = useId();
  return (
    <div className={styles.file}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept={accept.join(',')}
        aria-invalid={error !== null}
        aria-describedby={`${id}-help`}
        onChange={(event) => onChoose(event.currentTarget.files?.[0] ?? null)}
      />
      <p id={`${id}-help`} data-wrong={error !== null}>
        {error ?? help}
      </p>
    </div>
  );
};

export const UploadProgress = ({ share }: { readonly share: number }) => (
  <div className={styles.progress}>
    <progress max={1} value={share} aria-label="Envio do arquivo" />
    <span>{share < 1 ? `Enviando: ${Math.floor(share * 100)}%` : 'Lendo o arquivo…'}</span>
  </div>
);
