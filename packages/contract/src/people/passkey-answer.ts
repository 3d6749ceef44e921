import { z } from 'zod/mini';

/** Bytes as WebAuthn writes them in JSON: base64url without padding. */
export const passkeyText = z
  .string()
  .check(z.maxLength(16_384, 'Texto longo demais.'), z.regex(/^[\w-]+$/, 'Texto inválido.'));

/** A signed challenge of a device (AuthenticationResponseJSON); other fields of browsers are ignored. */
export const passkeyAnswer = z.object({
  id: passkeyText,
  rawId: passkeyText,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: passkeyText,
    authenticatorData: passkeyText,
    signature: passkeyText,
    userHandle: z.optional(z.nullable(passkeyText)),
  }),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;
