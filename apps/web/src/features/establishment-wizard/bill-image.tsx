import { Button } from '@mantine/core';
import { IMAGE_TYPES } from '@nascente/contract/images';
import { useId, useRef } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { Icon } from '../../shared/ui/icon.tsx';
import styles from './bill-image.module.css';
import type { TypedEstablishment } from './typed-establishment.ts';
import { useBillImage, usePictureAddress, useStoredImage } from './use-bill-image.ts';

const LABEL = 'Imagem da conta (opcional)';

const withoutEnding = (name: string) => name.replace(/\.[^.]+$/, '').slice(0, 120);

const Preview = ({ picture, isMissing }: { picture: Blob | null; isMissing: boolean }) => {
  const address = usePictureAddress(picture);
  if (isMissing) return <p className={styles.missing}>A imagem não pôde ser carregada. Envie-a de novo.</p>;
  return (
    <div className={styles.preview}>
      {address === null ? <Icon name="image" size={28} /> : <img src={address} alt="Conta de luz enviada" />}
    </div>
  );
};

/** A picture of the bill: sent at once, shown, replaced, taken away. */
export const BillImage = () => {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { getValues, setValue } = useFormContext<TypedEstablishment>();
  const { field, fieldState } = useController<TypedEstablishment, 'bill.image'>({ name: 'bill.image' });
  const { send, sending, refusal, cancel, forget } = useBillImage((stored, file) => {
    // By now another step may be on screen.
    setValue('bill.image', stored, { shouldDirty: true });
    if (getValues('bill.name').trim() === '')
      setValue('bill.name', withoutEnding(file.name), { shouldDirty: true });
  });
  const stored = useStoredImage(field.value);
  const said = refusal ?? fieldState.error?.message;
  const hasPicture = sending !== null || field.value !== null;
  return (
    <fieldset className={styles.field} aria-describedby={`${id}-help${said ? ` ${id}-error` : ''}`}>
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
      <div className={styles.actions}>
        <input
          ref={input}
          className={styles.file}
          type="file"
          accept={IMAGE_TYPES.join(',')}
          aria-label={`${LABEL}: arquivo`}
          tabIndex={-1}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) void send(file);
            // The same file may be chosen again after it was taken away.
            currentTarget.value = '';
          }}
        />
        {sending ? (
          <Button variant="default" size="sm" onClick={cancel}>
            Cancelar envio
          </Button>
        ) : (
          <Button variant="default" size="sm" onClick={() => input.current?.click()}>
            {field.value === null ? 'Escolher imagem' : 'Trocar imagem'}
          </Button>
        )}
        {!sending && field.value !== null && (
          <Button
            variant="subtle"
            size="sm"
            onClick={() => {
              forget();
              field.onChange(null);
            }}
          >
            Remover
          </Button>
        )}
      </div>
      <p id={`${id}-help`} className={styles.help}>
        PNG, JPEG ou WebP, de no máximo 5 MB.
      </p>
      {said && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {said}
        </p>
      )}
    </fieldset>
  );
};
