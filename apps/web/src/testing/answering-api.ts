import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { endSession, startSession } from '../shared/session-state/session.ts';
import { type Requested, startApi } from './api-server.ts';

type Api = Awaited<ReturnType<typeof startApi>>;
type Answer = Parameters<typeof startApi>[0];

/** For every test of a file: a server that answers as usual until a test says otherwise, and tells what it was asked. */
export const anAnsweringApi = (usual: Answer) => {
  let api: Api | undefined;
  const started = (): Api => {
    if (api === undefined) throw new Error('the server starts before the first test');
    return api;
  };
  beforeAll(async () => {
    api = await startApi(usual);
  });
  beforeEach(() => {
    started().requests.length = 0;
    started().answerWith(usual);
  });
  afterAll(() => started().stop());
  return {
    answerWith: (answer: Answer) => started().answerWith(answer),
    requests: (): readonly Requested[] => started().requests,
  };
};

/** The same, while somebody is signed in. */
export const aSignedInApi = (usual: Answer) => {
  const api = anAnsweringApi(usual);
  beforeEach(() => startSession('mine'));
  afterEach(() => endSession('logout'));
  return api;
};
