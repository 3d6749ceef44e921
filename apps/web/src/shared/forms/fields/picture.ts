/** Spec.md section 9: the longest side of a picture. */
const MAX_SIDE_PX = 150;
export const INVALID_PICTURE = 'Imagem invalida';
export const PICTURE_TYPES = 'image/png,image/jpeg,image/webp';

/** Width and height that fit, in whole pixels and the same proportions; a small picture is not blown up. */
export const fitWithin = (width: number, height: number, longest: number) => {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
};

/**
 * A chosen file as the data URL of a PNG of at most 150 px: drawn anew, so that nothing but the picture is left of it
 * (no place, no camera, no script).
 * @throws Error where the file is no picture
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
