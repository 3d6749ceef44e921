import { z } from 'zod/mini';

const MAX_LENGTH = 254;
const WORDS = 'Envie um email válido.';

/** An e-mail address, read trimmed and in lower case: nothing that could end a mail header or name a second person. */
export const emailAddress = z
  .string({ error: WORDS })
  .check(z.trim(), z.toLowerCase(), z.maxLength(MAX_LENGTH, WORDS), z.regex(z.regexes.email, WORDS));
