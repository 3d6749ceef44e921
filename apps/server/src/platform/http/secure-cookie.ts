import type { FastifyReply } from 'fastify';

/**
 * The attribute of a cookie that goes over HTTPS only: where people reach the application by it, or this request came by it,
 * itself or to a trusted proxy (`x-forwarded-proto`).
 */
export const secureAttribute = ({ request }: FastifyReply, publicUrl: string): '; Secure' | '' =>
  publicUrl.startsWith('https:') || request.protocol === 'https' ? '; Secure' : '';
