import { everyCall } from '@nascente/contract/every-call';
import { expect, test } from 'vitest';
import { startTestServer } from '../test-server.ts';
import { createFuzz } from './fuzz-calls.ts';

const NO_ACCOUNT = 'http://127.0.0.1:9';

/** Tests of every call of the contract, with so many requests each; half of the calls have to have been answered at least. */
export const testFuzzedCalls = async (cases: number): Promise<void> => {
  const server = await startTestServer({
    CNPJ_API_URL: NO_ACCOUNT,
    CEP_API_URL: NO_ACCOUNT,
    CNPJ_FALLBACK_URL: 'none',
    CEP_FALLBACK_URL: 'none',
  });
  const fuzz = createFuzz(server);
  const answered = new Map<string, number>();

  test.each(everyCall.map((call) => [call.name, call] as const))(
    '%s answers whatever it is given, in time, in its shape, in words for people',
    async (name, call) => {
      answered.set(name, await fuzz(call, cases));
    },
  );

  test('what was asked for was not only refused', () => {
    expect(answered.size).toBe(everyCall.length);
    const served = [...answered].filter(([, count]) => count > 0);
    expect(served.length).toBeGreaterThan(everyCall.length / 2);
  });
};
