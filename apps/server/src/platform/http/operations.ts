import type { FastifyReply, FastifyRequest } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import { requireOperator } from './authenticate.ts';
import type { CallBinder } from './calls/bind-call.ts';

export interface ReadinessCheck<Part extends string = string> {
  readonly name: Part;
  readonly isReady: () => Promise<boolean> | boolean;
}

interface Operations {
  readonly registry: Registry;
  readonly checks: readonly ReadinessCheck[];
}

/** Runs all checks; a check that throws counts as not ready. */
export const askAll = async <Part extends string>(checks: readonly ReadinessCheck<Part>[]) =>
  Promise.all(
    checks.map(async ({ name, isReady }) => {
      try {
        return { name, ready: await isReady() };
      } catch {
        return { name, ready: false };
      }
    }),
  );

const measureReadiness = (registry: Registry, checks: readonly ReadinessCheck[]): void => {
  new Gauge({
    name: 'nascente_part_ready',
    help: '1 for each required part of this process that is available, 0 for one that is not.',
    labelNames: ['part'],
    registers: [registry],
    async collect() {
      for (const { name, ready } of await askAll(checks)) this.set({ part: name }, ready ? 1 : 0);
    },
  });
};

/** Liveness, readiness and metrics: at the root for operators, and below /api as in the contract. */
export const bindOperations = ({ fastify, door }: CallBinder, { registry, checks }: Operations): void => {
  measureReadiness(registry, checks);
  const health = (_: FastifyRequest, reply: FastifyReply) =>
    reply.header('cache-control', 'no-store').send({ ok: true });
  const ready = async (_: FastifyRequest, reply: FastifyReply) => {
    const parts = await askAll(checks);
    reply.header('cache-control', 'no-store');
    const missing = parts.filter((part) => !part.ready).map(({ name }) => name);
    const report = Object.fromEntries(parts.map((part) => [part.name, part.ready]));
    if (missing.length === 0) return reply.send({ ok: true, checks: report });
    const msg = `Indisponível: ${missing.join(', ')}.`;
    return reply.code(503).send({ ok: false, type: 'unavailable', msg, checks: report });
  };
  const metrics = async (request: FastifyRequest, reply: FastifyReply) => {
    requireOperator(request, door);
    return reply.type(registry.contentType).send(await registry.metrics());
  };
  for (const prefix of ['', '/api']) {
    fastify.get(`${prefix}/health`, health);
    fastify.get(`${prefix}/ready`, ready);
    fastify.get(`${prefix}/metrics`, metrics);
  }
};
