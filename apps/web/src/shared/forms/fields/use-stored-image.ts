import {
  IMAGE_TOO_LARGE,
  IMAGE_TYPES,
  MAX_IMAGE_BYTES,
  NO_IMAGE,
  readImage,
  uploadImage,
} from '@nascente/contract/sites/images';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { requestFile } from '../../api/api-client.ts';
import { upload } from '../../api/upload.ts';
import { labelOf } from '../use-sending.ts';

const keyOf = (id: string) => [readImage.name, { params: { id } }] as const;

const refusalOfFile = ({ type, size }: Pick<File, 'type' | 'size'>): string | null => {
  if (!(IMAGE_TYPES as readonly string[]).includes(type) || size === 0) return NO_IMAGE;
  return size > MAX_IMAGE_BYTES ? IMAGE_TOO_LARGE : null;
};

interface ImageSending {
  readonly onStored: (id: string, file: File) => void;
  readonly onUploading?: ((isUploading: boolean) => void) | undefined;
}

/** Uploads an image of the bill with progress and failure. */
export const useImageSending = ({ onStored, onUploading }: ImageSending) => {
  const queryClient = useQueryClient();
  const [sending, setSending] = useState<{ file: File; share: number } | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const underWay = useRef<AbortController | null>(null);
  const send = async (file: File) => {
    const wrong = refusalOfFile(file);
    setRefusal(wrong);
    if (wrong !== null) return;
    underWay.current?.abort();
    const control = new AbortController();
    underWay.current = control;
    setSending({ file, share: 0 });
    onUploading?.(true);
    try {
      const { image } = await upload(uploadImage, file, {
        onProgress: (share) => setSending({ file, share }),
        signal: control.signal,
      });
      queryClient.setQueryData(keyOf(image.id), file);
      onStored(image.id, file);
    } catch (failure) {
      if (!control.signal.aborted) setRefusal(labelOf(failure instanceof Error ? failure : new Error()));
    } finally {
      if (underWay.current === control) {
        setSending(null);
        onUploading?.(false);
      }
    }
  };
  return { send, sending, refusal, cancel: () => underWay.current?.abort(), forget: () => setRefusal(null) };
};

export const usePictureAddress = (picture: Blob | null): string | null => {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (picture === null) return;
    const made = URL.createObjectURL(picture);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(null);
    };
  }, [picture]);
  return address;
};

/** The stored image; it requires the session's token, so a plain URL cannot show it. */
export const useStoredImage = (id: string | null) =>
  useQuery({
    queryKey: keyOf(id ?? ''),
    queryFn: ({ signal }) => requestFile(readImage, { params: { id: id ?? '' } }, signal),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
