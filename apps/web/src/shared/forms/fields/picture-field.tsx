import { Button } from '@mantine/core';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Icon } from '../../ui/marks/icon.tsx';
import field from './file-field.module.css';
import styles from './picture-field.module.css';

/** Spec.md, section 9: the longest side of a picture. */
const MAX_SIDE_PX = 150;
const INVALID_PICTURE = 'Imagem invalida';
const PICTURE_TYPES = 'image/png,image/jpeg,image/webp';

/** Width and height within the limit, in proportion; a small picture is not enlarged. */
export const fitWithin = (width: number, height: number, maxLength: number) => {
  const scale = Math.min(1, maxLength / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
};

/**
 * A file as the data URL of a PNG of at most 150 px. Redrawing removes metadata such as place and camera.
 * @throws Error if the file is no picture
 */
export const toSmallPng = async (file: Blob): Promise<string> => {
  if (file.size === 0 || !PICTURE_TYPES.split(',').includes(file.type)) throw new Error(INVALID_PICTURE);
  const picture = await createImageBitmap(file);
  try {
    const { width, height } = fitWithin(picture.width, picture.height, MAX_SIDE_PX);
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const brush = canvas.getContext('2d');
    if (brush === null) throw new Error(INVALID_PICTURE);
    brush.imageSmoothingQuality = 'high';
    brush.drawImage(picture, 0, 0, width, height);
    return canvas.toDataURL('image/png');
  } finally {
    picture.close();
  }
};

interface PictureFieldProps {
  label: string;
  help?: string;
  value: string | null;
  /** `wide` for logos, which are not cropped to a circle. */
  shape?: 'round' | 'wide';
  placeholder?: ReactNode;
  error?: string | undefined;
  onChange: (picture: string | null) => void;
}

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
              // Reset, so that the same file can be chosen again after removal.
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
