import { useId, useState } from 'react';
import styles from './file-input.module.css';

const NO_FILE = 'Nenhum arquivo escolhido';

interface FileInputProps {
  readonly label: string;
  readonly accept: readonly string[];
  readonly help: string;
  /** Shown instead of the help; `null`: no error. */
  readonly error: string | null;
  readonly onChoose: (file: File | null) => void;
}

/** The browser's own field, in the browser's language, lies invisible above the texts. */
export const FileInput = ({ label, accept, help, error, onChoose }: FileInputProps) => {
  const id = useId();
  const [name, setName] = useState(NO_FILE);
  return (
    <div className={styles.file}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.box} data-wrong={error !== null}>
        <span className={styles.button}>Escolher arquivo</span>
        <span className={styles.name}>{name}</span>
        <input
          id={id}
          type="file"
          accept={accept.join(',')}
          aria-invalid={error !== null}
          aria-describedby={`${id}-help`}
          onChange={({ currentTarget: { files } }) => {
            const file = files?.[0] ?? null;
            setName(file?.name ?? NO_FILE);
            onChoose(file);
          }}
        />
      </div>
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
