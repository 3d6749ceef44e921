import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';

const NO_TITLE = 'Preencha o assunto.';
const NO_BODY = 'Escreva a mensagem.';

export const feedback = z.strictObject({
  title: z
    .string({ error: NO_TITLE })
    .check(
      z.trim(),
      z.minLength(1, NO_TITLE),
      z.maxLength(150, 'O assunto pode ter no máximo 150 caracteres.'),
    ),
  body: z
    .string({ error: NO_BODY })
    .check(
      z.trim(),
      z.minLength(1, NO_BODY),
      z.maxLength(10_000, 'A mensagem pode ter no máximo 10.000 caracteres.'),
    ),
});

export const sendFeedback = defineCall({
  name: 'sendFeedback',
  route: 'POST /user/feedback',
  permission: 'send-feedback',
  summary: 'Stores a message to the support and sends it by e-mail.',
  body: feedback,
  answer: { message: z.string() },
});
