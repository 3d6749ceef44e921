import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { endSession, startSession } from '../shared/session-state/session.ts';
import { type Requested, startApi } from './api-server.ts';

type AnswerWith = { status?: number; body: unknown };
/** By method and path; what is promised is answered once it is there. */
export type Answers = Readonly<Record<string, AnswerWith | Promise<AnswerWith>>>;

/** What a call is refused with. */
export const refused = (status: number, type: string, msg: string): AnswerWith => ({
  status,
  body: { ok: false, type, msg },
});
const none = refused(404, 'not-found', 'Não há.');

type Api = Awaited<ReturnType<typeof startApi>>;

/**
 * For every test of a file: somebody is signed in, and a server answers by method and path, with the query or without.
 * A test gives the answers that it is about.
 */
export const aSignedInApi = (usual: Answers) => {
  let api: Api | undefined;
  const started = (): Api => {
    if (api === undefined) throw new Error('the server starts before the first test');
    return api;
  };
  const answering = (overrides: Answers = {}) => {
    const answers = { ...usual, ...overrides };
    started().answerWith(
      ({ method, path }) =>
        answers[`${method} ${path}`] ?? answers[`${method} ${path.split('?')[0]}`] ?? none,
    );
  };
  beforeAll(async () => {
    api = await startApi(() => none);
  });
  beforeEach(() => {
    started().requests.length = 0;
    answering();
    startSession('mine');
  });
  afterEach(() => endSession('logout'));
  afterAll(() => started().stop());
  return {
    answering,
    requests: (): readonly Requested[] => started().requests,
    /** What was sent by this method, in order. */
    sent: (by: string) =>
      started()
        .requests.filter(({ method }) => method === by)
        .map(({ path, body }) => ({ path, body })),
  };
};
