import { Button } from '@mantine/core';
import { IMAGE_TYPES } from '@nascente/contract/sites/images';
import { useId, useRef } from 'react';
import { Icon } from '../../ui/marks/icon.tsx';
import field from './file-field.module.css';
import styles from './stored-image-field.module.css';
import { useImageSending, usePictureAddress, useStoredImage } from './use-stored-image.ts';

const LABEL = 'Imagem da fatura (opcional)';

interface StoredImageFieldProps {
  readonly value: string | null;
  /** `file` is the uploaded file; absent after a removal. */
  readonly onChange: (id: string | null, file?: File) => void;
  /** Called when an upload starts and ends, so that the form waits for it. */
  readonly onUploading?: (isUploading: boolean) => void;
  readonly error?: string | undefined;
}

/** The chosen or stored image; an icon until it has loaded. */
const Preview = ({ picture, isMissing }: { picture: Blob | null; isMissing: boolean }) => {
  const address = usePictureAddress(picture);
  if (isMissing) return <p className={styles.missing}>A imagem não pôde ser carregada. Envie-a de novo.</p>;
  return (
    <div className={styles.preview}>
      {address === null ? <Icon name="image" size={28} /> : <img src={address} alt="Fatura enviada" />}
    </div>
  );
};

/**
 * The optional image of a utility bill. It is uploaded as soon as it is chosen; the value is the id of the stored image, `null`
 * without one.
 */
export const StoredImageField = ({ value, onChange, onUploading, error }: StoredImageFieldProps) => {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { send, sending, refusal, cancel, forget } = useImageSending({ onStored: onChange, onUploading });
  const stored = useStoredImage(value);
  const said = refusal ?? error;
  const hasPicture = sending !== null || value !== null;
  return (
    <fieldset className={field.field} aria-describedby={`${id}-help${said ? ` ${id}-error` : ''}`}>
      <legend>{LABEL}</legend>
      {hasPicture && (
        <Preview picture={sending?.file ?? stored.data ?? null} isMissing={!sending && stored.isError} />
      )}
      {sending && (
        <label className={styles.progress}>
          Enviando a imagem…
          <progress max={1} value={sending.share} />
        </label>
      )}
      <div className={field.actions}>
        <input
          ref={input}
          className={field.file}
          type="file"
          accept={IMAGE_TYPES.join(',')}
          aria-label={`${LABEL}: arquivo`}
          tabIndex={-1}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) void send(file);
            // Reset, so that the same file can be chosen again after removal.
            currentTarget.value = '';
          }}
        />
        {sending ? (
          <Button variant="default" size="sm" onClick={cancel}>
            Cancelar envio
          </Button>
        ) : (
          <Button variant="default" size="sm" onClick={() => input.current?.click()}>
            {value === null ? 'Escolher imagem' : 'Trocar imagem'}
          </Button>
        )}
        {!sending && value !== null && (
          <Button
            variant="subtle"
            size="sm"
            onClick={() => {
              forget();
              onChange(null);
            }}
          >
            Remover
          </Button>
        )}
      </div>
      <p id={`${id}-help`} className={field.help}>
        PNG, JPEG ou WebP, de no máximo 5 MB.
      </p>
      {said && (
        <p id={`${id}-error`} className={field.error} role="alert">
          {said}
        </p>
      )}
    </fieldset>
  );
};
