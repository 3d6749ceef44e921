import type { FastifyReply } from 'fastify';
import { AppError, Unavailable } from '../errors.ts';

/** With the time of a query, a download ends within two seconds of its access. */
const CHECKED_EVERY_MS = 1_000;

/** Throws once access is lost. */
export type AccessCheck = () => Promise<unknown>;

/** Checks the access to an answer until the answer is complete, since a slow client takes hours for a large file. */
interface DownloadAccess {
  require(check: AccessCheck): void;
  /** Answers with the failure of a check that fails before the answer is made. */
  orLost<T>(answer: Promise<T>): Promise<T>;
  /** From now on the loss of access breaks the connection off. */
  begin(): void;
}

/** An outage of the database says nothing about access. */
const isLoss = (failure: unknown): failure is AppError =>
  failure instanceof AppError && !(failure instanceof Unavailable);

export const followAccess = (reply: FastifyReply, everyMs = CHECKED_EVERY_MS): DownloadAccess => {
  const checks: AccessCheck[] = [];
  const lost = Promise.withResolvers<never>();
  lost.promise.catch(() => undefined);
  let isAnswering = false;
  let timer: NodeJS.Timeout;

  const lose = (failure: Error): void => {
    if (!isAnswering) lost.reject(failure);
    // The client detects an incomplete answer by the stream error (HTTP/2) or by the missing last chunk (HTTP/1.1).
    else reply.raw.destroy('stream' in reply.raw ? failure : undefined);
  };
  const checkAll = async (): Promise<void> => {
    try {
      for (const check of checks) await check();
    } catch (failure) {
      if (isLoss(failure)) return lose(failure);
    }
    if (!reply.raw.destroyed && !reply.raw.writableFinished) follow();
  };
  const follow = (): void => {
    timer = setTimeout(() => void checkAll(), everyMs).unref();
  };
  reply.raw.once('close', () => clearTimeout(timer));
  follow();

  return {
    require: (check) => void checks.push(check),
    orLost: (answer) => Promise.race([answer, lost.promise]),
    begin() {
      isAnswering = true;
    },
  };
};
