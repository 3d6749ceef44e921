interface FirstAnswers {
  readonly token: string;
  /** By the clock of `performance`. */
  readonly askedAt: number;
  /** By method and address, such as 'GET /api/establishment'. */
  readonly asked: Record<string, Promise<Response> | undefined>;
}

declare global {
  interface Window {
    firstAnswers?: FirstAnswers;
  }
}

/** Later than that the answer tells of another moment than the one in which it is wanted. */
const FRESH_MS = 10_000;

/**
 * What the page asked the server with this token while the program was on its way (`app/first-paint/script.js`): each
 * answer is for the first who wants it.
 */
export const takeFirstAnswer = (
  method: string,
  address: string,
  token: string | null,
): Promise<Response> | undefined => {
  const { firstAnswers } = window;
  if (firstAnswers === undefined || firstAnswers.token !== token) return;
  if (performance.now() - firstAnswers.askedAt > FRESH_MS) return;
  const question = `${method} ${address}`;
  const answer = firstAnswers.asked[question];
  firstAnswers.asked[question] = undefined;
  return answer;
};
