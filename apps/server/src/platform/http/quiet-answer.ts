import type { FastifyReply } from 'fastify';

/** What is behind a key in an address is found by nobody who looks for something, and tells nobody from where it was followed. */
export const keepQuiet = (reply: FastifyReply): FastifyReply =>
  reply.headers({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' });
