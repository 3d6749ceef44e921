import type { FastifyReply } from 'fastify';

/**
 * The cookie attribute `Secure`, if the public address uses HTTPS, or if this request came by HTTPS directly or through a trusted
 * proxy (`x-forwarded-proto`); else empty.
 */
export const secureAttribute = ({ request }: FastifyReply, publicUrl: string): '; Secure' | '' =>
  publicUrl.startsWith('https:') || request.protocol === 'https' ? '; Secure' : '';
