import { z } from 'zod/mini';

/** At most so many characters, said in words. */
export const longest = (most: number) => z.maxLength(most, `Use no máximo ${most} caracteres.`);

/** Neither line breaks nor anything else that cannot be seen: what names something is shown in one line. */
export const oneLine = z.regex(/^\P{Cc}*$/u, 'O texto tem caracteres inválidos.');
