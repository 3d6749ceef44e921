import { Button } from '@mantine/core';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Icon } from '../../ui/marks/icon.tsx';
import field from './file-field.module.css';
import { INVALID_PICTURE, PICTURE_TYPES, toSmallPng } from './picture.ts';
import styles from './picture-field.module.css';

interface PictureFieldProps {
  label: string;
  help?: string;
  value: string | null;
  /** `wide` for logos, which are not cut to a circle. */
  shape?: 'round' | 'wide';
  /** Stands there while there is no picture. */
  placeholder?: ReactNode;
  error?: string | undefined;
  onChange: (picture: string | null) => void;
}

/** Chooses a picture from the device, made small in the browser before it goes anywhere. */
export const PictureField = (props: PictureFieldProps) => {
  const { label, help, value, shape = 'round', placeholder, error, onChange } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isRefused, setRefused] = useState(false);
  const choose = async (file: File) => {
    try {
      onChange(await toSmallPng(file));
      setRefused(false);
    } catch {
      setRefused(true);
    }
  };
  const said = isRefused ? INVALID_PICTURE : error;
  return (
    <fieldset className={field.field} aria-describedby={said ? `${id}-error` : undefined}>
      <legend>{label}</legend>
      <div className={styles.row}>
        <div className={styles.preview} data-shape={shape}>
          {value === null ? (placeholder ?? <Icon name="user" size={28} />) : <img src={value} alt="" />}
        </div>
        <div className={field.actions}>
          <input
            ref={input}
            className={field.file}
            type="file"
            accept={PICTURE_TYPES}
            aria-label={`${label}: arquivo`}
            tabIndex={-1}
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? [];
              // The same file may be chosen again after it was taken away.
              if (file) void choose(file);
              event.currentTarget.value = '';
            }}
          />
          <Button variant="default" size="sm" onClick={() => input.current?.click()}>
            {value === null ? 'Escolher imagem' : 'Trocar imagem'}
          </Button>
          {value !== null && (
            <Button variant="subtle" size="sm" onClick={() => onChange(null)}>
              Remover
            </Button>
          )}
        </div>
      </div>
      {help && <p className={field.help}>{help}</p>}
      {said && (
        <p id={`${id}-error`} className={field.error} role="alert">
          {said}
        </p>
      )}
    </fieldset>
  );
};
