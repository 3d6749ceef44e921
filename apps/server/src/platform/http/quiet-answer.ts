import type { FastifyReply } from 'fastify';

/** Answers of an address that contains a key stay out of search engines, and links in them send no `Referer`. */
export const keepQuiet = (reply: FastifyReply): FastifyReply =>
  reply.headers({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' });
